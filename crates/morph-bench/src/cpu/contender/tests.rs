use super::*;
use crate::reference::Reference;

#[test]
fn every_contender_of_small_cells_comes_to_the_reference() {
    let cells = [
        Cell { vertices: 1001, targets: 9, coverage: Coverage::Dense, frames: 1 },
        Cell { vertices: 1001, targets: 9, coverage: Coverage::Percent(20), frames: 1 },
        Cell { vertices: 1001, targets: 9, coverage: Coverage::Mixed, frames: 1 },
        Cell { vertices: 300, targets: 5, coverage: Coverage::Percent(20), frames: 7 },
        Cell { vertices: 300, targets: 5, coverage: Coverage::Mixed, frames: 7 },
    ];
    for cell in cells {
        let data = Data::new(cell);
        let reference = Reference::new(cell, &data.load);
        for (name, mut contender) in data.contenders() {
            contender.run();
            let Checked { off, parts, floats } = contender.check().unwrap();
            if !parts.is_empty() {
                let compared = reference.compare(parts, off.into(), &floats);
                assert!(compared.is_ok_and(|count| count > 0), "{name} at {cell}");
            }
        }
    }
}

#[test]
fn a_reader_that_leaves_something_out_is_found_out() {
    let data = Data::new(Cell { vertices: 10, targets: 2, coverage: Coverage::Dense, frames: 1 });
    let mut all = data.contenders();
    let (_, read) = all.iter_mut().find(|(name, _)| name == "read").unwrap();
    assert!(read.check().is_err(), "nothing was read yet");
    read.run();
    assert!(read.check().is_ok());
}
