// Where nodes and arrows of a graph go when the nodes stand on a circle.
#pragma once

#include <cstddef>
#include <string>

namespace mask2cause {

struct Point {
  double x = 0, y = 0;
};
Point operator+(Point a, Point b);
Point operator-(Point a, Point b);
Point operator*(Point a, double factor);
double Length(Point a);

// A curve from the border of one node, and the triangle that ends at the border of another.
struct Arrow {
  Point start, control, end;  // of the quadratic curve, which ends inside the head
  Point tip, left, right;     // of the head
};

class CircleLayout {
 public:
  explicit CircleLayout(size_t nodes);

  double radius() const { return radius_; }
  double node_radius() const { return node_radius_; }

  double Angle(size_t node) const;                   // clockwise from the right; the first node is at the top
  Point Node(size_t node, double beyond = 0) const;  // around (0, 0), `beyond` the circle
  // Arrows bend towards the centre, so that none runs through a third node, and to their right, so that the two
  // directions of a pair can be told apart.
  Arrow MakeArrow(size_t source, size_t target, double width) const;

 private:
  size_t nodes_;
  double radius_, node_radius_;
};

}  // namespace mask2cause
