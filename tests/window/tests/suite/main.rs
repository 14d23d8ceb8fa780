//! Tests of the window; longer ones, and those that change something for the whole process, are separate programs.

mod blimp;
mod building;
mod clouds;
mod editing;
mod ninjuab;
mod panels;
mod plots;
mod recordings;
mod running;
mod safety;
mod several;
mod underwater;
mod views;
