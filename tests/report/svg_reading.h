// Enough of an XML reader to check what the charts write: it refuses what is not well formed and gives the elements.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mask2cause {

struct SvgElement {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string text;  // directly inside, still escaped

  std::string Get(const std::string& attribute) const {
    const auto found = attributes.find(attribute);
    return found == attributes.end() ? "" : found->second;
  }
  double Number(const std::string& attribute) const { return std::strtod(Get(attribute).c_str(), nullptr); }
};

class SvgReader {
 public:
  explicit SvgReader(std::string_view text) : rest_(text) {
    while (!rest_.empty() && problem_.empty()) ReadPiece();
    if (problem_.empty() && !open_.empty()) problem_ = "not closed: " + elements_[open_.back()].name;
  }

  const std::string& problem() const { return problem_; }  // empty when well formed
  const std::vector<SvgElement>& elements() const { return elements_; }

  // Elements in document order whose class has this word.
  std::vector<SvgElement> OfClass(const std::string& word) const {
    std::vector<SvgElement> found;
    for (const SvgElement& element : elements_) {
      if ((" " + element.Get("class") + " ").find(" " + word + " ") != std::string::npos) found.push_back(element);
    }
    return found;
  }
  std::vector<SvgElement> Named(const std::string& name) const {
    std::vector<SvgElement> found;
    for (const SvgElement& element : elements_) {
      if (element.name == name) found.push_back(element);
    }
    return found;
  }
  bool HasText(const std::string& escaped) const {
    for (const SvgElement& element : elements_) {
      if (element.text == escaped) return true;
    }
    return false;
  }

 private:
  void Fail(const std::string& why) { problem_ = why + " before: " + std::string(rest_.substr(0, 60)); }

  void ReadPiece() {
    if (rest_[0] != '<') return ReadText();
    if (rest_.substr(0, 2) == "</") return ReadEnd();
    ReadStart();
  }

  void ReadText() {
    const std::string_view text = rest_.substr(0, rest_.find('<'));
    rest_.remove_prefix(text.size());
    if (text.find('>') != std::string_view::npos) Fail("bare > in text");
    CheckReferences(text);
    if (!open_.empty()) {
      elements_[open_.back()].text += text;
    } else if (text.find_first_not_of(" \n") != std::string_view::npos) {
      Fail("text outside the root");
    }
  }

  void CheckReferences(std::string_view text) {
    for (size_t at = text.find('&'); at != std::string_view::npos; at = text.find('&', at + 1)) {
      bool known = false;
      for (const std::string_view entity : {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"}) {
        known = known || text.substr(at, entity.size()) == entity;
      }
      if (!known) Fail("bare &");
    }
    for (const char c : text) {
      if (static_cast<unsigned char>(c) < 0x20 && c != '\n') Fail("control character");
    }
  }

  void ReadEnd() {
    const std::string name(rest_.substr(2, rest_.find('>') - 2));
    if (open_.empty() || elements_[open_.back()].name != name) return Fail("unexpected end of " + name);
    open_.pop_back();
    rest_.remove_prefix(name.size() + 3);
  }

  void ReadStart() {
    if (open_.empty() && !elements_.empty()) return Fail("second root");
    SvgElement element;
    const size_t end = rest_.find_first_of(" />", 1);
    element.name = rest_.substr(1, end - 1);
    rest_.remove_prefix(end);
    while (problem_.empty() && rest_.substr(0, 1) == " ") ReadAttribute(element);
    const bool closed = rest_.substr(0, 2) == "/>";
    if (!closed && rest_.substr(0, 1) != ">") return Fail("no end of the tag " + element.name);
    rest_.remove_prefix(closed ? 2 : 1);
    elements_.push_back(std::move(element));
    if (!closed) open_.push_back(elements_.size() - 1);
  }

  void ReadAttribute(SvgElement& element) {
    const size_t equals = rest_.find("=\"");
    const size_t close = equals == std::string_view::npos ? equals : rest_.find('"', equals + 2);
    if (close == std::string_view::npos) return Fail("attribute without a value");
    const std::string_view value = rest_.substr(equals + 2, close - equals - 2);
    if (value.find_first_of("<>") != std::string_view::npos) return Fail("angle bracket in an attribute");
    CheckReferences(value);
    const bool added = element.attributes.emplace(rest_.substr(1, equals - 1), value).second;
    rest_.remove_prefix(close + 1);
    if (!added) Fail("attribute twice");
  }

  std::string_view rest_;
  std::string problem_;
  std::vector<SvgElement> elements_;
  std::vector<size_t> open_;
};

inline SvgReader ReadSvg(std::string_view text) {
  SvgReader reader(text);
  EXPECT_EQ(reader.problem(), "");
  EXPECT_EQ(text.find("nan"), std::string_view::npos);
  EXPECT_EQ(text.find("inf"), std::string_view::npos);
  return reader;
}

}  // namespace mask2cause
