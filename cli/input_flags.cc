#include "input_flags.h"

#include <CLI/CLI.hpp>

namespace mask2cause {

void AddInputFlags(CLI::App& subcommand, InputFlags& flags) {
  constexpr char kGroup[] = "Reading the data";
  ReadOptions& read = flags.read;
  subcommand
      .add_option(
          "DATA", flags.path,
          ".csv, .tsv, .txt (also .gz), .npy, .npz, a folder of CSV files (one trajectory each), or - for CSV on "
          "standard input")
      ->required()
      ->type_name("");
  subcommand
      .add_option("--key", read.key,
                  "Array to take from an .npz; else the first of X, X_np, data, TsData, gen_data, train")
      ->type_name("NAME")
      ->group(kGroup);
  subcommand
      .add_option("--time-column", read.time_column,
                  "Name or number (from 1) of the time column; 'none': there is none; else it is recognised")
      ->type_name("COLUMN")
      ->group(kGroup);
  subcommand
      .add_option("--columns", read.columns, "Use only these columns: names or numbers (from 1), with commas between")
      ->type_name("COLUMN")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group(kGroup);
  subcommand.add_option("--drop", read.drop, "Leave these columns out: names or numbers (from 1), with commas between")
      ->type_name("COLUMN")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group(kGroup);
  subcommand.add_flag("--transpose", read.transpose, "The file is (variable, time), not (time, variable)")
      ->group(kGroup);
  subcommand
      .add_option("--max-bytes", read.max_bytes,
                  "Refuse arrays that declare more than this when expanded: zip bombs, absurd shapes")
      ->type_name("INT")
      ->capture_default_str()
      ->group(kGroup);
}

}  // namespace mask2cause
