// The operations that networks are made of. Each function lays one out on the tape and returns its result. (rows, cols)
// of everything is fixed then.
#pragma once

#include "kernels/pointwise.h"
#include "tape/tape.h"

namespace mask2cause {

// Sum of products x (rows, in) w (in, out), plus b (1, out), which may be null.
struct Product {
  Node *x = nullptr, *w = nullptr;
};
Node* Affine(Tape& tape, std::initializer_list<Product> products, Node* b);
inline Node* Affine(Tape& tape, Node* x, Node* w, Node* b) {
  return Affine(tape, {{x, w}}, b);
}

// These rows of `base`, in this order, plus a product whose factors may be null. A row may be picked more than once.
Node* AffineOnRows(Tape& tape, Node* base, std::vector<uint32_t> rows, const Product& product);

// out(r) = <x(r), w(r % w.rows)> + b(r % w.rows): (rows, 1). A head for all rows, or one for each of the w.rows targets
// that follow each other. w (heads, in), b (1, heads).
Node* Heads(Tape& tape, Node* x, Node* w, Node* b);

// The same for whole layers: row r times the weights of target r % n, plus its bias. w (n in, out), b (n, out).
Node* TargetAffine(Tape& tape, Node* x, Node* w, Node* b);

Node* Activate(Tape& tape, Pointwise f, Node* x);
Node* Plus(Tape& tape, Node* a, Node* b);
Node* Times(Tape& tape, Node* a, Node* b);
// a + gate (b - a), element by element.
Node* Blend(Tape& tape, Node* gate, Node* a, Node* b);

// A step of a long short-term memory. z (rows, 4 H): what goes into the gates for input, forgetting, new values and
// output; cell (rows, H) may be null: nothing is remembered. The new cell is i g + f cell, the new state o tanh(cell);
// gradients go back from the state.
struct Memory {
  Node *cell, *state;
};
Memory LstmStep(Tape& tape, Node* z, Node* cell);

// What kernels/listen.h computes, (1, rows): a forecast of series `own` from the past of all, each by itself.
struct Listener {
  Node* x;                          // (K + rows, n): no parameter
  Node* open;                       // (1, n): 1, or 0 for what is not heard; no parameter
  Node* kernel;                     // (K, n), the present first
  Node *share, *bias, *leak, *out;  // (1, n)
  Node* shift;                      // (1, 1)
  size_t own;
};
Node* Listen(Tape& tape, const Listener& from);
// Column j of x times scale(j), plus b(j); both (1, cols), b may be null.
Node* ScaleColumns(Tape& tape, Node* x, Node* scale, Node* b);
// Of each row.
Node* Softmax(Tape& tape, Node* x);

// Each row less its mean, over its standard deviation; then column c times gain(c), plus bias(c); both (1, cols).
Node* LayerNorm(Tape& tape, Node* x, Node* gain, Node* bias);
// Each row less its mean.
Node* Centred(Tape& tape, Node* x);
// Each number times scale, plus shift; both (1, 1).
Node* Rescale(Tape& tape, Node* x, Node* scale, Node* shift);
// Each number by itself through the same perceptron: sum over k of w2(k) leaky(w1(k) x + b1(k)), plus b2. w1, b1, w2
// (1, width), b2 (1, 1).
Node* ScalarPerceptron(Tape& tape, Node* x, Node* w1, Node* b1, Node* w2, Node* b2);

// Products of the queries of each head and the keys of each window, which are the same for all heads: row (w heads + h)
// n
// + i, column j is scale mask(h n + i, j) <q(w n + i), k(w n + j)>, of q the columns of head h. q (windows n, heads d),
// k (windows n, d), mask (heads n, n): (windows heads n, n).
Node* MaskedScores(Tape& tape, Node* q, Node* k, Node* mask, double scale);
// What goes into a layer norm of x w + b, but for weights: row r is (x(r), 1) over the standard deviation of x(r) w +
// b, then 1. x (rows, in) is an input; spread (in + 1, in + 1) holds the products of the rows of (w, b), each less its
// mean, and `width` is their length: (rows, in + 2).
Node* NormFactors(Tape& tape, Node* x, Node* spread, size_t width);
// For each head, products of the rows of a (n, d) with those of b (n, d) over its columns, side by side: (n, heads n).
Node* HeadProducts(Tape& tape, Node* a, Node* b, size_t heads);
// What each target hears of all series: row w n + i, slot t is the sum over heads h and sources j of combine(h)
// attention((w heads + h) n + i, j) times the mean of kernel((h n + i) n + j) over the slots 0..t of x(w n + j), its
// last weight on slot t. Of its own series a target hears the slots before t alone. x (windows n, T) is an input,
// attention (windows heads n, n), kernel (heads n n, T), combine (1, heads): (windows n, T).
Node* CausalMix(Tape& tape, Node* x, Node* attention, Node* kernel, Node* combine);

// Columns of a, then columns of b.
Node* Concatenate(Tape& tape, Node* a, Node* b);
// Rows of a, then rows of b.
Node* Stack(Tape& tape, Node* a, Node* b);
// `count` columns from `first` on.
Node* Columns(Tape& tape, Node* x, size_t first, size_t count);
// The rows of x again and again, `times` times.
Node* Repeat(Tape& tape, Node* x, size_t times);

// x (rows, k) times the transpose of w (n, k): (rows, n). With weights of a layer it takes gradients back through it.
Node* TimesTransposed(Tape& tape, Node* x, Node* w);
// What a ReLU with the results y (rows / group, cols) does to derivatives x (rows, cols): those of inputs that were cut
// off are 0. Rows of x belong to rows of y in groups of `group`. y counts as fixed.
Node* ThroughRelu(Tape& tape, Node* x, Node* y);
// Adds weight times the sum of absolute values to the loss.
void AbsolutePenalty(Tape& tape, Node* x, double weight);
// x (windows n, k) times the transpose of w (inputs, k), plus base (n, inputs) in each window; the absolute values are
// penalised. All three want gradients. Returns their sums over the windows, (n, inputs), which have no gradient. A
// column of x that is 0 throughout a window has been cut off there, and nothing is sent back into it.
Node* PenalisedProduct(Tape& tape, Node* x, Node* w, Node* base, double weight);

// Adds the sum of weight (rows, cols) times x to the loss: with it any gradient can be sent back. weight is an input.
void WeightedSum(Tape& tape, Node* x, Node* weight);

// Adds weight (rows, cols) times squared error to the loss. target and weight are inputs; weights of a mean sum to one.
void SquaredError(Tape& tape, Node* prediction, Node* target, Node* weight);

}  // namespace mask2cause
