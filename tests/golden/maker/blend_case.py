"""How a case of the group `blend` is written."""

from . import blend
from .case import Case, f, met, refusal, u, w
from .f32 import f32
from .mesh import kind

#: Every comparison of a blend rests on these.
COMPARED = "E1 E2"


def case(name, rules, mesh, weights, normalize=True, form="targets", level="portable"):
    """A blend that succeeds."""
    weights = [f32(weight) for weight in weights]
    blended = mesh.with_bands(["POSITION", "NORMAL"]) if form == "profile" else mesh
    result = blend.blend(blended, weights, normalize, form)
    directed = normalize and any(
        kind(attribute) in ("NORMAL", "TANGENT") and not blend.is_copied(blended, attribute, form)
        for attribute in mesh.base
    )
    if level == "portable":
        assert blend.is_clear(blended, weights, result, normalize), name
    rules = " ".join([rules, COMPARED] + (["E3"] if directed else []))
    outputs = []
    for attribute, values in result.items():
        outputs += met(attribute, values.expected, values.tolerance, values.strict)
    return Case(name, rules, inputs(mesh, weights, normalize, form, level), outputs)


def refused(name, rules, mesh, weights, why, index=None, extra=()):
    """A blend that is refused."""
    fields = inputs(mesh, weights, True, "targets", "portable") + list(extra)
    return Case(name, rules, fields, refusal(why, index))


def inputs(mesh, weights, normalize, form, level):
    return [
        w("form", form),
        w("level", level),
        u("normalize", int(normalize)),
        f("weights", *weights),
    ] + mesh.fields()
