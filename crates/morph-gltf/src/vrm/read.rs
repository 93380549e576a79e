//! Expressions out of the JSON. What does not fit is left out, and is a finding.

use super::{Bind, Expression, Override, Owner, Preset, Source, Vrm, VrmVersion};
use crate::Document;
use crate::finding::{Code, Finding, Findings};
use crate::write::index;
use serde_json::{Map, Value};

pub(super) const GROUPS: &str = "extensions.VRM.blendShapeMaster.blendShapeGroups";
pub(super) const EXPRESSIONS: &str = "extensions.VRMC_vrm.expressions";

/// Most findings: a bind takes fewer bytes than what is to say about it.
const MOST: usize = 64;

impl Document {
    /// The expressions of a VRM avatar; `None` where the file is no avatar, or has no expressions.
    ///
    /// Parts that do not fit their schema, and binds that name nothing, are left out;
    /// [`Document::findings`] tells of them.
    ///
    /// # Errors
    /// The first [`Finding`] under [`Strictness::Strict`](crate::Strictness::Strict); none else.
    pub fn vrm(&self) -> Result<Option<Vrm>, Finding> {
        self.load_vrm(&mut Findings::new(self.options().strictness))
    }

    pub(crate) fn load_vrm(&self, findings: &mut Findings) -> Result<Option<Vrm>, Finding> {
        if !self.json_mentions("VRM") {
            return Ok(None);
        }
        let mut reader = Reader { document: self, findings, told: 0 };
        let extensions = &self.json()["extensions"];
        let vrm = match (&extensions["VRMC_vrm"], &extensions["VRM"]) {
            (Value::Null, Value::Null) => return Ok(None),
            (Value::Null, zero) => reader.version_0(zero)?,
            (one, _) => reader.version_1(one)?,
        };
        reader.finish()?;
        Ok(vrm)
    }
}

struct Reader<'a> {
    document: &'a Document,
    findings: &'a mut Findings,
    told: usize,
}

impl Reader<'_> {
    fn version_0(&mut self, vrm: &Value) -> Result<Option<Vrm>, Finding> {
        let Some(groups) = present(&vrm["blendShapeMaster"]["blendShapeGroups"]) else {
            return Ok(None);
        };
        let Some(groups) = groups.as_array() else {
            self.invalid(GROUPS, &format!("expected an array, got {}", kind(groups)))?;
            return Ok(None);
        };
        let mut expressions = Vec::new();
        for (at, group) in groups.iter().enumerate() {
            expressions.extend(self.group(at, group)?);
        }
        Ok(Some(Vrm { version: VrmVersion::V0, expressions }))
    }

    fn group(&mut self, at: usize, group: &Value) -> Result<Option<Expression>, Finding> {
        let place = || format!("{GROUPS}[{at}]");
        let Some(object) = group.as_object() else {
            self.invalid(&place(), &format!("expected an object, got {}; left out", kind(group)))?;
            return Ok(None);
        };
        let text = |key: &str| object.get(key).and_then(Value::as_str).filter(|t| !t.is_empty());
        let named = text("presetName").filter(|name| !name.eq_ignore_ascii_case("unknown"));
        let preset = named.and_then(Preset::find);
        if let (Some(name), None) = (named, preset) {
            let place = format!("{}.presetName", place());
            self.invalid(&place, &format!("{name:?} is no preset; it counts as a custom one"))?;
        }
        let Some(name) = text("name").or(named) else {
            self.invalid(&place(), "neither name nor presetName; left out")?;
            return Ok(None);
        };
        Ok(Some(Expression {
            name: name.to_owned(),
            preset,
            source: Source::Group(at),
            is_binary: self.flag(object, "isBinary", &place())?,
            binds: self.binds(object, "binds", "mesh", &place())?,
            override_blink: Override::None,
            override_look_at: Override::None,
            override_mouth: Override::None,
            material_binds: count(object, "materialValues"),
        }))
    }

    fn version_1(&mut self, vrm: &Value) -> Result<Option<Vrm>, Finding> {
        let Some(all) = present(&vrm["expressions"]) else { return Ok(None) };
        if !all.is_object() {
            self.invalid(EXPRESSIONS, &format!("expected an object, got {}", kind(all)))?;
            return Ok(None);
        }
        let mut expressions = Vec::new();
        for (set, source) in [("preset", Source::Preset), ("custom", Source::Custom)] {
            let Some(members) = present(&all[set]) else { continue };
            let Some(members) = members.as_object() else {
                let place = format!("{EXPRESSIONS}.{set}");
                self.invalid(&place, &format!("expected an object, got {}", kind(members)))?;
                continue;
            };
            for (name, expression) in members {
                expressions.extend(self.expression(set, source, name, expression)?);
            }
        }
        Ok(Some(Vrm { version: VrmVersion::V1, expressions }))
    }

    fn expression(
        &mut self,
        set: &str,
        source: Source,
        name: &str,
        value: &Value,
    ) -> Result<Option<Expression>, Finding> {
        let place = || format!("{EXPRESSIONS}.{set}.{name}");
        let Some(object) = value.as_object() else {
            self.invalid(&place(), &format!("expected an object, got {}; left out", kind(value)))?;
            return Ok(None);
        };
        let mut preset = None;
        if source == Source::Preset {
            // Here names are exact: `joy` is none of this version.
            preset = Preset::ALL.iter().find(|preset| preset.name() == name).copied();
            if preset.is_none() {
                self.invalid(&place(), "no preset of VRM 1.0; it counts as a custom one")?;
            }
        }
        Ok(Some(Expression {
            name: name.to_owned(),
            preset,
            source,
            is_binary: self.flag(object, "isBinary", &place())?,
            binds: self.binds(object, "morphTargetBinds", "node", &place())?,
            override_blink: self.overriding(object, "overrideBlink", &place())?,
            override_look_at: self.overriding(object, "overrideLookAt", &place())?,
            override_mouth: self.overriding(object, "overrideMouth", &place())?,
            material_binds: count(object, "materialColorBinds")
                + count(object, "textureTransformBinds"),
        }))
    }

    fn flag(
        &mut self,
        object: &Map<String, Value>,
        key: &str,
        place: &str,
    ) -> Result<bool, Finding> {
        match object.get(key) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(other) => {
                let message = format!("expected true or false, got {}; it is false", kind(other));
                self.invalid(&format!("{place}.{key}"), &message)?;
                Ok(false)
            }
        }
    }

    fn overriding(
        &mut self,
        object: &Map<String, Value>,
        key: &str,
        place: &str,
    ) -> Result<Override, Finding> {
        let Some(value) = object.get(key) else { return Ok(Override::None) };
        let all = [Override::None, Override::Block, Override::Blend];
        let found = all.into_iter().find(|known| value.as_str() == Some(known.name()));
        if found.is_none() {
            let got = value.as_str().map_or_else(|| kind(value).into(), |text| format!("{text:?}"));
            let message = format!("expected none, block or blend, got {got}; it is none");
            self.invalid(&format!("{place}.{key}"), &message)?;
        }
        Ok(found.unwrap_or_default())
    }

    /// The binds of an expression; `owner` is the key of what has the target.
    fn binds(
        &mut self,
        object: &Map<String, Value>,
        key: &str,
        owner: &str,
        place: &str,
    ) -> Result<Vec<Bind>, Finding> {
        let mut binds = Vec::new();
        let Some(list) = object.get(key).and_then(present) else { return Ok(binds) };
        let Some(list) = list.as_array() else {
            let message = format!("expected an array, got {}; it has no binds", kind(list));
            self.invalid(&format!("{place}.{key}"), &message)?;
            return Ok(binds);
        };
        for (at, bind) in list.iter().enumerate() {
            let place = || format!("{place}.{key}[{at}]");
            let (Some(index), Some(target), Some(weight)) = (
                index::read(&bind[owner]),
                index::read(&bind["index"]),
                bind["weight"].as_f64().filter(|weight| (*weight as f32).is_finite()),
            ) else {
                let message = format!("expected {owner}, index and weight as numbers; left out");
                self.invalid(&place(), &message)?;
                continue;
            };
            let (owner, factor) = match owner {
                "mesh" => (Owner::Mesh(index), 100.0),
                _ => (Owner::Node(index), 1.0),
            };
            match self.dangling(owner, target) {
                Some(message) => self.tell(Code::VrmBindUnresolved, &place(), &message)?,
                None => binds.push(Bind { owner, target, weight: (weight / factor) as f32 }),
            }
        }
        Ok(binds)
    }

    /// Says why a bind names nothing, where it does.
    fn dangling(&self, owner: Owner, target: usize) -> Option<String> {
        let root = self.document.root();
        let mesh = match owner {
            Owner::Mesh(mesh) => mesh,
            Owner::Node(node) => match root.nodes.get(node) {
                None => return Some(format!("nodes[{node}]: there are {}", root.nodes.len())),
                Some(found) => match found.mesh {
                    None => return Some(format!("nodes[{node}]: it has no mesh")),
                    Some(mesh) => mesh,
                },
            },
        };
        match self.document.target_count(mesh) {
            None => Some(format!("meshes[{mesh}]: there are {}", root.meshes.len())),
            Some(count) if target >= count => {
                Some(format!("target {target} of meshes[{mesh}]: there are {count}"))
            }
            Some(_) => None,
        }
    }

    fn invalid(&mut self, place: &str, message: &str) -> Result<(), Finding> {
        self.tell(Code::VrmInvalid, place, message)
    }

    fn tell(&mut self, code: Code, place: &str, message: &str) -> Result<(), Finding> {
        self.told += 1;
        if self.told <= MOST {
            self.findings.add(code, place, message)?;
        }
        Ok(())
    }

    fn finish(self) -> Result<(), Finding> {
        match self.told.saturating_sub(MOST) {
            0 => Ok(()),
            more => {
                let message = format!("and {more} more of this kind");
                self.findings.add(Code::VrmInvalid, "extensions", message)
            }
        }
    }
}

/// What is there: `null` is as good as nothing.
fn present(value: &Value) -> Option<&Value> {
    (!value.is_null()).then_some(value)
}

fn count(object: &Map<String, Value>, key: &str) -> usize {
    object.get(key).and_then(Value::as_array).map_or(0, Vec::len)
}

/// The kind of a value, in words.
const fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a flag",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
