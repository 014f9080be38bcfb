// Writes that either happen or do not: to a temporary name in the same folder, flushed to disk, then renamed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mask2cause {

// Throws Error{kFile} naming the path; the old file, if any, is then whole.
void WriteFileAtomically(const std::string& path, std::string_view content);

// Several files that belong together: all are written to temporary names before the first is renamed.
struct FileContent {
  std::string path;
  std::string content;
};
void WriteFilesAtomically(const std::vector<FileContent>& files);

// Does nothing when there is none. Throws Error{kFile}.
void RemoveFile(const std::string& path);

// Makes the folder and its parents. Throws Error{kFile}.
void MakeDirectory(const std::string& path);

}  // namespace mask2cause
