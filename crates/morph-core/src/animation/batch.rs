//! Crowds: many tracks sampled at once, into rows of the caller's.

use super::{BatchError, ChannelTargets, ClipChannel, Cursor, WeightTrack};

/// A matrix of weights in the caller's memory: one row an instance.
///
/// # Shapes
/// Row r begins at `r * stride` and has `columns` weights; what lies between the last of them and
/// the next row is left alone. The last row may end with its columns.
#[derive(Debug)]
pub struct WeightRows<'a> {
    values: &'a mut [f32],
    columns: usize,
    stride: usize,
}

impl<'a> WeightRows<'a> {
    /// Rows that lie in `values`.
    ///
    /// # Errors
    /// [`BatchError::Stride`] where a row is longer than the stride.
    ///
    /// # Example
    /// ```
    /// use morph_core::animation::WeightRows;
    /// let mut values = [0.0; 11];
    /// assert_eq!(WeightRows::new(&mut values, 3, 4)?.row_count(), 3);
    /// # Ok::<(), morph_core::animation::BatchError>(())
    /// ```
    pub fn new(values: &'a mut [f32], columns: usize, stride: usize) -> Result<Self, BatchError> {
        if columns > stride || stride == 0 {
            return Err(BatchError::Stride { columns, stride });
        }
        Ok(Self { values, columns, stride })
    }

    /// Number of whole rows.
    #[must_use]
    pub const fn row_count(&self) -> usize {
        match self.values.len().checked_sub(self.columns) {
            Some(rest) => rest / self.stride + 1,
            None => 0,
        }
    }

    fn row(&mut self, row: usize) -> &mut [f32] {
        let first = row * self.stride;
        &mut self.values[first..first + self.columns]
    }
}

/// One thing that is animated: which track, when, and into which row.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct BatchSample {
    /// Index of the track.
    pub track: usize,
    /// Which weights of the row the track holds.
    pub targets: ChannelTargets,
    /// The row.
    pub row: usize,
    /// When, in seconds.
    pub time: f32,
    /// Where the last sample was taken.
    pub cursor: Cursor,
}

impl BatchSample {
    /// All weights of a row, from the track of this index.
    #[must_use]
    pub fn new(track: usize, row: usize) -> Self {
        Self { track, row, ..Self::default() }
    }
}

/// Samples many tracks at once, allocating nothing: the frame of a crowd whose members play clips of
/// their own.
///
/// Each row gets the very bits that [`WeightTrack::sample_into`] gives. Samples are taken one after
/// the other: where two write the same weight, the later one holds.
///
/// # Shapes
/// A sample of all weights sets its whole row: what the track has no target for is 0. A sample of
/// one target takes the track's first weight and leaves the rest of the row alone; where the row has
/// no such target, nothing is set. `tracks` are tracks, references to them, or a clip's channels.
///
/// # Errors
/// [`BatchError`] with the number of the sample whose time is NaN, or whose track or row is not
/// there; nothing is written then.
///
/// # Example
/// ```
/// use morph_core::animation::{
///     BatchSample, Interpolation, WeightRows, WeightTrack, sample_batch_into,
/// };
/// let rise = WeightTrack::from_keys(Interpolation::Linear, [(0.0, [0.0, 0.0]), (1.0, [1.0, 2.0])])?;
/// let fall = WeightTrack::from_keys(Interpolation::Step, [(0.0, [1.0, 1.0]), (1.0, [0.0, 0.0])])?;
/// let tracks = [rise, fall];
/// let mut crowd = [BatchSample::new(0, 0), BatchSample::new(1, 1), BatchSample::new(0, 2)];
/// let mut weights = [0.0; 6];
///
/// // Each frame:
/// for (member, time) in crowd.iter_mut().zip([0.5, 0.75, 1.0]) {
///     member.time = time;
/// }
/// sample_batch_into(&tracks, &mut crowd, WeightRows::new(&mut weights, 2, 2)?)?;
/// assert_eq!(weights, [0.5, 1.0, 1.0, 1.0, 1.0, 2.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sample_batch_into<T: AsRef<WeightTrack>>(
    tracks: &[T],
    samples: &mut [BatchSample],
    mut rows: WeightRows<'_>,
) -> Result<(), BatchError> {
    let (track_count, row_count) = (tracks.len(), rows.row_count());
    for (sample, BatchSample { track, row, time, .. }) in samples.iter().enumerate() {
        // spec A11
        if time.is_nan() {
            return Err(BatchError::NanTime { sample });
        }
        if *track >= track_count {
            return Err(BatchError::NoSuchTrack { sample, track: *track, track_count });
        }
        if *row >= row_count {
            return Err(BatchError::NoSuchRow { sample, row: *row, row_count });
        }
    }
    for BatchSample { track, targets, row, time, cursor } in samples {
        let (track, row) = (tracks[*track].as_ref(), rows.row(*row));
        match targets {
            ChannelTargets::All => track.sample_at(*time, cursor, row),
            ChannelTargets::One(target) => {
                if let Some(weight) = row.get_mut(*target) {
                    track.sample_at(*time, cursor, core::slice::from_mut(weight));
                }
            }
        }
    }
    Ok(())
}

impl AsRef<Self> for WeightTrack {
    fn as_ref(&self) -> &Self {
        self
    }
}

impl AsRef<WeightTrack> for ClipChannel {
    fn as_ref(&self) -> &WeightTrack {
        &self.track
    }
}

#[cfg(test)]
mod tests {
    use super::super::Interpolation;
    use super::*;
    use alloc::vec::Vec;

    fn track(scale: f32) -> WeightTrack {
        let keys = [(0.0, [0.0, scale]), (1.0, [scale, 0.0])];
        WeightTrack::from_keys(Interpolation::Linear, keys).unwrap()
    }

    fn at(time: f32, sample: BatchSample) -> BatchSample {
        BatchSample { time, ..sample }
    }

    #[test]
    fn rows_are_strided_filled_with_zeros_and_what_lies_between_them_stays() {
        let mut weights = [7.0; 11];
        let mut samples = [at(0.25, BatchSample::new(1, 2)), at(0.5, BatchSample::new(0, 0))];
        let tracks = [track(1.0), track(4.0)];
        let rows = WeightRows::new(&mut weights, 3, 4).unwrap();
        sample_batch_into(&tracks, &mut samples, rows).unwrap();
        assert_eq!(weights, [0.5, 0.5, 0.0, 7.0, 7.0, 7.0, 7.0, 7.0, 1.0, 3.0, 0.0]);
    }

    #[test]
    fn rows_are_counted_whatever_the_stride() {
        let mut weights = [0.0; 6];
        for (columns, stride, expected) in
            [(3, 3, 2), (3, 4, 1), (2, 4, 2), (6, usize::MAX, 1), (7, usize::MAX, 0), (7, 7, 0)]
        {
            let rows = WeightRows::new(&mut weights, columns, stride).unwrap();
            assert_eq!(rows.row_count(), expected, "{columns} of {stride}");
        }
    }

    #[test]
    fn channels_of_one_target_set_it_alone_and_the_later_sample_holds() {
        let channels = [ClipChannel::new(0, track(1.0)), ClipChannel::one(0, 1, track(8.0))];
        let sample = |track: usize, time| BatchSample {
            targets: channels[track].targets,
            ..at(time, BatchSample::new(track, 0))
        };
        let mut weights = [0.0; 2];
        let mut run = |samples: &mut [BatchSample]| {
            let rows = WeightRows::new(&mut weights, 2, 2).unwrap();
            sample_batch_into(&channels, samples, rows).unwrap();
            weights
        };
        assert_eq!(run(&mut [sample(0, 0.25), sample(1, 0.5)]), [0.25, 4.0]);
        assert_eq!(run(&mut [sample(1, 0.5), sample(0, 0.25)]), [0.25, 0.75]);
        let far = BatchSample { targets: ChannelTargets::One(2), ..sample(1, 0.5) };
        assert_eq!(run(&mut [far]), [0.25, 0.75]);
    }

    #[test]
    fn what_is_not_there_is_refused_with_its_number_and_nothing_is_written() {
        let tracks = [track(1.0)];
        let mut weights = [7.0; 4];
        let good = at(0.5, BatchSample::new(0, 0));
        let refused =
            [at(f32::NAN, good), BatchSample { track: 1, ..good }, BatchSample { row: 2, ..good }];
        let texts: Vec<_> = refused
            .into_iter()
            .map(|bad| {
                let rows = WeightRows::new(&mut weights, 2, 2).unwrap();
                let error = sample_batch_into(&tracks, &mut [good, bad], rows).unwrap_err();
                alloc::string::ToString::to_string(&error)
            })
            .collect();
        assert_eq!(
            texts,
            [
                "samples[1].time: expected a number, got NaN",
                "samples[1].track: 1: there are 1 tracks",
                "samples[1].row: 2: there are 2 rows",
            ]
        );
        assert_eq!(weights, [7.0; 4]);
        let error = WeightRows::new(&mut weights, 3, 2).unwrap_err();
        assert_eq!(error, BatchError::Stride { columns: 3, stride: 2 });
    }

    #[test]
    fn a_row_is_there_where_its_columns_are() {
        for (values, columns, stride, rows) in
            [(0, 2, 2, 0), (1, 2, 2, 0), (2, 2, 4, 1), (5, 2, 4, 1), (6, 2, 4, 2), (9, 0, 3, 4)]
        {
            let mut memory = alloc::vec![0.0; values];
            let found = WeightRows::new(&mut memory, columns, stride).unwrap().row_count();
            let fit = (0..10).take_while(|row| row * stride + columns <= values).count();
            assert_eq!((found, fit), (rows, rows), "{values} {columns} {stride}");
        }
    }
}
