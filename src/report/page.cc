#include <string>
#include <string_view>

#include "mask2cause/error.h"
#include "mask2cause/report.h"
#include "report/page_data.h"
#include "report/page_template.h"
#include "report/plain_file.h"

namespace mask2cause {
namespace {

constexpr std::string_view kDataMark = "@MASK2CAUSE_DATA@";

// JSON that can stand inside <script>: whatever a name holds, it can neither end the element nor open a comment.
std::string InsideScript(std::string_view json) {
  std::string out;
  out.reserve(json.size() + json.size() / 16);
  for (const char letter : json) {
    switch (letter) {
      case '<':
        out += "\\u003c";
        break;
      case '>':
        out += "\\u003e";
        break;
      case '&':
        out += "\\u0026";
        break;
      default:
        out += letter;
    }
  }
  return out;
}

}  // namespace

bool HasReportPage() {
  return !PageTemplate().empty();
}

void RequireReportPage() {
  if (HasReportPage()) return;
  throw Error(ErrorKind::kUsage, "this program was built without its report page",
              "build it where Node is: tools/setup.sh installs it, then delete the build folder and build again");
}

std::string ReportPage(const Result& result, const ReportPanels& panels) {
  RequireReportPage();
  const std::string_view page = PageTemplate();
  const size_t mark = page.find(kDataMark);
  std::string out(page.substr(0, mark));
  out += InsideScript(PageData(result, panels));
  return out.append(page.substr(mark + kDataMark.size()));
}

void WriteReportPage(const Result& result, const std::string& path, const ReportPanels& panels) {
  WritePlainFile(path, ReportPage(result, panels));
}

}  // namespace mask2cause
