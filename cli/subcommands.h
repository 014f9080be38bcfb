// The subcommands. Each adds itself to the program: its flags, its help, and what it does when chosen.
#pragma once

namespace CLI {
class App;
}

namespace mask2cause {

void AddSimulate(CLI::App& program);
void AddDiscover(CLI::App& program);
void AddCompare(CLI::App& program);
void AddEvaluate(CLI::App& program);
void AddExport(CLI::App& program);
void AddReport(CLI::App& program);
void AddInspect(CLI::App& program);
void AddForecast(CLI::App& program);
void AddPrune(CLI::App& program);
void AddStudy(CLI::App& program);
void AddOptionsPage(CLI::App& program);
void AddResultsPage(CLI::App& program);

// In the order of `mask2cause --help`. A new subcommand is one line here and one file.
inline constexpr void (*kSubcommands[])(CLI::App&) = {
    AddSimulate, AddDiscover, AddCompare, AddEvaluate, AddExport,      AddReport,
    AddInspect,  AddForecast, AddPrune,   AddStudy,    AddOptionsPage, AddResultsPage,
};

// Ends the help of the program and of each subcommand.
inline constexpr char kExitCodes[] =
    "Exit codes:\n"
    "  0    all went well\n"
    "  2    usage: an option or argument makes no sense\n"
    "  3    bad data: the input was read and cannot be used\n"
    "  4    file system: missing, unreadable, not writable, full\n"
    "  5    numerical failure, or out of memory\n"
    "  130  interrupted (Ctrl-C); nothing half-written is left";

}  // namespace mask2cause
