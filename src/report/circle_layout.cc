#include "report/circle_layout.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace mask2cause {
namespace {

constexpr double kLeastRadius = 130;
constexpr double kLeastSpacing = 30;  // between neighbours, along the circle
constexpr size_t kFew = 20;           // nodes that can be large
constexpr double kInwards = 0.25;     // of the way from the middle of an arrow to the centre
constexpr double kAside = 0.1;        // of the length of an arrow
constexpr double kLeastAside = 8;
constexpr double kGap = 1.5;  // between an arrow and the border of a node

Point Unit(Point a) {
  const double length = Length(a);
  return length > 0 ? a * (1 / length) : Point{1, 0};
}

Point RightOf(Point direction) {
  return {-direction.y, direction.x};
}

}  // namespace

Point operator+(Point a, Point b) {
  return {a.x + b.x, a.y + b.y};
}

Point operator-(Point a, Point b) {
  return {a.x - b.x, a.y - b.y};
}

Point operator*(Point a, double factor) {
  return {a.x * factor, a.y * factor};
}

double Length(Point a) {
  return std::hypot(a.x, a.y);
}

CircleLayout::CircleLayout(size_t nodes)
    : nodes_(nodes),
      radius_(std::max(kLeastRadius, static_cast<double>(nodes) * kLeastSpacing / (2 * std::numbers::pi))),
      node_radius_(nodes <= kFew ? 8 : 6) {}

double CircleLayout::Angle(size_t node) const {
  return (static_cast<double>(node) / static_cast<double>(nodes_) - 0.25) * 2 * std::numbers::pi;
}

Point CircleLayout::Node(size_t node, double beyond) const {
  return Point{std::cos(Angle(node)), std::sin(Angle(node))} * (radius_ + beyond);
}

Arrow CircleLayout::MakeArrow(size_t source, size_t target, double width) const {
  const Point from = Node(source), to = Node(target);
  const double aside = std::max(kLeastAside, kAside * Length(to - from));
  const double border = node_radius_ + kGap;
  const double head = 4 + 1.2 * width;
  Arrow arrow;
  arrow.control = (from + to) * (0.5 * (1 - kInwards)) + RightOf(Unit(to - from)) * aside;
  arrow.start = from + Unit(arrow.control - from) * border;
  arrow.tip = to + Unit(arrow.control - to) * border;
  const Point back = Unit(arrow.control - arrow.tip) * head;
  arrow.end = arrow.tip + back * 0.8;
  arrow.left = arrow.tip + back + RightOf(back) * -0.45;
  arrow.right = arrow.tip + back + RightOf(back) * 0.45;
  return arrow;
}

}  // namespace mask2cause
