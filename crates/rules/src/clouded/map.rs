//! Cloud maps: which cells are clear, edge or under a cloud (§2.3).

use crate::klinzha::{Region, area, board};
use crate::{Area, Cell, CellSet, Notice, Refusal};
use std::fmt;

/// The maximum number of *under* cells in a region without a warning (R-CL9): more leave too little
/// to see.
pub const MAX_UNDER: usize = 8;

/// How a cell is covered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Cover {
    /// Not covered: the enemy sees what is there.
    #[default]
    Clear,
    /// Half covered: the enemy sees that a piece is there, and its colour.
    Edge,
    /// Fully covered: the enemy sees nothing.
    Under,
}

impl Cover {
    /// All covers, from clear to under.
    pub const ALL: [Self; 3] = [Self::Clear, Self::Edge, Self::Under];

    /// The character in map files.
    pub const fn sign(self) -> char {
        match self {
            Self::Clear => '.',
            Self::Edge => '-',
            Self::Under => '#',
        }
    }

    /// The cover with this character.
    pub fn from_sign(sign: char) -> Option<Self> {
        Self::ALL.into_iter().find(|cover| cover.sign() == sign)
    }
}

/// The clouds over the board. No cell is both edge and under.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CloudMap {
    edge: CellSet,
    under: CellSet,
}

impl CloudMap {
    /// No clouds: the open game.
    pub const CLEAR: Self = Self { edge: CellSet::EMPTY, under: CellSet::EMPTY };

    /// Every cell under a cloud: Blind Klin Zha.
    pub const BLIND: Self = Self { edge: CellSet::EMPTY, under: board::ALL };

    /// The edge cells.
    #[inline]
    pub const fn edge(&self) -> CellSet {
        self.edge
    }

    /// The under cells.
    #[inline]
    pub const fn under(&self) -> CellSet {
        self.under
    }

    /// The clear cells.
    #[inline]
    pub fn clear(&self) -> CellSet {
        board::ALL - self.edge - self.under
    }

    /// How a cell is covered.
    #[inline]
    pub fn cover(&self, cell: Cell) -> Cover {
        if self.under.contains(cell) {
            Cover::Under
        } else if self.edge.contains(cell) {
            Cover::Edge
        } else {
            Cover::Clear
        }
    }

    /// Sets the cover of a cell.
    pub fn set(&mut self, cell: Cell, cover: Cover) {
        self.edge.remove(cell);
        self.under.remove(cell);
        match cover {
            Cover::Clear => {}
            Cover::Edge => self.edge.insert(cell),
            Cover::Under => self.under.insert(cell),
        }
    }

    /// The number of under cells in a region.
    pub fn under_in(&self, region: Region) -> usize {
        (self.under & board::region_cells(region)).len()
    }

    /// The regions with more than [`MAX_UNDER`] under cells (R-CL9). Such a map can be played.
    /// [`Clouds::crowded`](super::Clouds::crowded) makes an exception for `blind`.
    pub fn crowded(&self) -> Vec<CrowdedRegion> {
        Region::ALL
            .into_iter()
            .map(|region| CrowdedRegion { region, cells: self.under & board::region_cells(region) })
            .filter(|crowded| crowded.cells.len() > MAX_UNDER)
            .collect()
    }

    /// The warnings for [`CloudMap::crowded`] as notices.
    pub fn warnings(&self) -> Vec<Notice> {
        self.crowded().iter().map(CrowdedRegion::notice).collect()
    }

    /// Reads a map file: nine lines, rows A to I, one character for each cell. Lines may end with
    /// CR LF, and the end of the last line is optional.
    ///
    /// # Errors
    /// If a character is unknown, or a row or cell is missing or superfluous.
    pub fn read(text: &str) -> Result<Self, MapError> {
        let text = text.strip_suffix('\n').unwrap_or(text);
        let lines = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
        Self::from_rows(lines)
    }

    /// Reads the rows joined by `/`, the form of options and records.
    ///
    /// # Errors
    /// As [`CloudMap::read`].
    pub fn read_inline(text: &str) -> Result<Self, MapError> {
        Self::from_rows(text.split('/'))
    }

    fn from_rows<'a>(rows: impl Iterator<Item = &'a str>) -> Result<Self, MapError> {
        let mut map = Self::CLEAR;
        let mut found = 0;
        for (number, row) in rows.enumerate() {
            found = number + 1;
            if found > board::ROWS {
                return Err(MapError::MoreLines { line: found });
            }
            map.read_row(number, row)?;
        }
        if found < board::ROWS {
            return Err(MapError::FewerLines { found });
        }
        Ok(map)
    }

    /// Reads row `number` (from 0).
    fn read_row(&mut self, number: usize, row: &str) -> Result<(), MapError> {
        let (line, expected) = (number + 1, 2 * number + 1);
        for (place, sign) in row.chars().enumerate() {
            let cover = Cover::from_sign(sign).ok_or(MapError::Sign {
                line,
                column: place + 1,
                found: sign,
            })?;
            if place < expected {
                self.set(Cell::new(number * number + place), cover);
            }
        }
        match row.chars().count() {
            found if found == expected => Ok(()),
            found => Err(MapError::Length { line, found, expected }),
        }
    }

    /// The clouds as areas of a frame.
    pub fn areas(&self) -> Vec<Area> {
        [("cloud-edge", self.edge), ("cloud-under", self.under)]
            .into_iter()
            .filter(|(_, cells)| !cells.is_empty())
            .map(|(kind, cells)| area(kind, "", cells))
            .collect()
    }

    fn rows(&self) -> impl Iterator<Item = String> + '_ {
        (0..board::ROWS).map(|row| {
            let cells = row * row..(row + 1) * (row + 1);
            cells.map(|index| self.cover(Cell::new(index)).sign()).collect()
        })
    }

    /// The content of a map file.
    pub fn to_file(&self) -> String {
        self.rows().map(|row| row + "\n").collect()
    }
}

impl fmt::Display for CloudMap {
    /// Writes the rows joined by `/`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rows().collect::<Vec<_>>().join("/"))
    }
}

impl fmt::Debug for CloudMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CloudMap({self})")
    }
}

/// A region with too many under cells (R-CL9). `Display` writes the warning in English.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CrowdedRegion {
    /// The region.
    pub region: Region,
    /// Its under cells.
    pub cells: CellSet,
}

impl CrowdedRegion {
    /// The warning as a notice: `clouds-crowded` with region, count and maximum.
    pub fn notice(&self) -> Notice {
        Notice {
            key: "clouds-crowded",
            args: vec![
                ("region", self.region.to_string()),
                ("count", self.cells.len().to_string()),
                ("most", MAX_UNDER.to_string()),
            ],
            cells: self.cells.into_iter().map(|cell| board::name(cell).to_owned()).collect(),
        }
    }
}

impl fmt::Display for CrowdedRegion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (region, under) = (self.region, self.cells.len());
        write!(
            f,
            "region {region}: {under} cells lie under clouds; more than {MAX_UNDER} leave too little to see"
        )
    }
}

/// Why a cloud map cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MapError {
    /// A character has no meaning.
    #[error(
        "line {line}, column {column}: '{}': expected '.' (clear), '-' (edge) or '#' (under)",
        found.escape_debug()
    )]
    Sign {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The character.
        found: char,
    },
    /// A row has too few or too many cells.
    #[error(
        "line {line}, column {}: row {} has {found} cells, expected {expected}",
        found.min(expected) + 1,
        row_name(*line)
    )]
    Length {
        /// The line, from 1.
        line: usize,
        /// The number of cells in the text.
        found: usize,
        /// The number of cells of the row.
        expected: usize,
    },
    /// Rows are missing.
    #[error("line {}: found {found} lines, expected 9, rows A to I", found + 1)]
    FewerLines {
        /// The number of rows in the text.
        found: usize,
    },
    /// There is text after the last row.
    #[error("line {line}: expected nothing after row I")]
    MoreLines {
        /// The line, from 1.
        line: usize,
    },
}

impl From<MapError> for Refusal {
    fn from(error: MapError) -> Self {
        let why = error.to_string();
        match error {
            MapError::Sign { line, column, found } => Self::new("map-sign", why)
                .with("row", row_name(line))
                .with("column", column)
                .with("text", found.escape_debug()),
            MapError::Length { line, found, expected } => Self::new("map-length", why)
                .with("row", row_name(line))
                .with("count", found)
                .with("expected", expected),
            MapError::FewerLines { found } => Self::new("map-fewer-rows", why).with("count", found),
            MapError::MoreLines { .. } => Self::new("map-more-rows", why),
        }
    }
}

/// The letter of the row on a line, which counts from 1.
fn row_name(line: usize) -> char {
    char::from(b'A' + line as u8 - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = ".\n...\n.....\n..-#-..\n.........\n...........\n.............\n...............\n-----------------\n";

    #[test]
    fn a_file_comes_back_as_it_was() {
        let map = CloudMap::read(FILE).expect("a map");
        assert_eq!(map.to_file(), FILE);
        assert_eq!((map.under().len(), map.edge().len()), (1, 19));
        assert_eq!(CloudMap::read(&FILE.replace('\n', "\r\n")), Ok(map));
        assert_eq!(CloudMap::read(FILE.trim_end()), Ok(map));
        assert_eq!(CloudMap::read_inline(&map.to_string()), Ok(map));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let said = |text: &str| CloudMap::read(text).expect_err("no map").to_string();
        assert_eq!(
            said(&FILE.replace("-#-", "-x-")),
            "line 4, column 4: 'x': expected '.' (clear), '-' (edge) or '#' (under)"
        );
        assert_eq!(
            said(&FILE.replacen("...\n", "..\n", 1)),
            "line 2, column 3: row B has 2 cells, expected 3"
        );
        assert_eq!(said(".\n...\n"), "line 3: found 2 lines, expected 9, rows A to I");
        assert_eq!(said(&format!("{FILE}\n")), "line 10: expected nothing after row I");
        assert_eq!(said(""), "line 1, column 1: row A has 0 cells, expected 1");
    }
}
