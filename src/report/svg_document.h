// The pieces of SVG that the charts are made of. Whatever text comes in, well-formed XML goes out.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mask2cause {

// Escaped for element text and attribute values. Bytes that are not UTF-8 and characters that XML forbids become
// U+FFFD, line breaks and tabs a space.
std::string XmlText(std::string_view text);

// Two decimals, whatever the value: equal charts are equal bytes. A value that is not finite, which no chart should
// send, is 0.
std::string SvgNumber(double value);

// The charts cannot measure a font, so they reserve room by this estimate, in pixels.
double TextWidth(std::string_view text, double font_size);
// Cut to the estimated width, with an ellipsis when something is left off.
std::string ShortenedText(std::string_view text, double font_size, double most_width);

struct SvgAttribute {
  SvgAttribute(std::string_view attribute, double number) : name(attribute), value(SvgNumber(number)) {}
  SvgAttribute(std::string_view attribute, std::string_view text) : name(attribute), value(XmlText(text)) {}
  SvgAttribute(std::string_view attribute, const char* text) : SvgAttribute(attribute, std::string_view(text)) {}
  SvgAttribute(std::string_view attribute, const std::string& text) : SvgAttribute(attribute, std::string_view(text)) {}

  std::string name;
  std::string value;  // escaped
};
using SvgAttributes = std::vector<SvgAttribute>;

// A picture with a name and a description for those who cannot see it, the charts' style sheet and its own background.
class SvgDocument {
 public:
  SvgDocument(double width, double height, std::string_view title, std::string_view description);

  void Add(std::string_view element, const SvgAttributes& attributes, std::string_view text = {});
  // With a tooltip, which browsers show over the element.
  void AddWithTooltip(std::string_view element, const SvgAttributes& attributes, std::string_view tooltip);
  void AddText(std::string_view css_class, double x, double y, std::string_view text,
               std::string_view anchor = "start");
  // Reads upwards, centred on (x, y).
  void AddUprightText(std::string_view css_class, double x, double y, std::string_view text,
                      std::string_view anchor = "middle");

  void Open(std::string_view element, const SvgAttributes& attributes);
  void Close();

  std::string Finish();  // closes what is open

 private:
  void AddTag(std::string_view element, const SvgAttributes& attributes, std::string_view end);

  std::string out_;
  std::vector<std::string> open_;
};

}  // namespace mask2cause
