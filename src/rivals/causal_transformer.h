// The network of CausalFormer: each series of a window is forecast slot by slot from what attention lets through of all
// series, convolved with a kernel for each head and pair.
#pragma once

#include <vector>

#include "tape/tape.h"

namespace mask2cause {

struct CausalTransformer {
  // The width is that of queries and keys together, and of the perceptron; heads are at most 64 wide. Throws
  // Error{kUsage} when they cannot be.
  CausalTransformer(size_t variables, size_t slots, size_t width);

  // Fills a block of parameters.
  void Fill(uint64_t seed, float* values) const;

  // Embedding, norm, queries and keys, as far as they are the same for all windows.
  struct Folded {
    Node* spread;  // (T + 1, T + 1): as NormFactors wants it
    Node* forms;   // (T + 2, heads (T + 2)): scores are products f(i) forms(h) f(j) of the factors of target and source
  };
  Folded Fold(Tape& tape) const;

  struct Laid {
    Node* attention;   // (windows heads n, n), rows [window][head][target]
    Node* mixed;       // (windows n, T): what each target hears, all heads together
    Node* prediction;  // (windows n, T)
  };
  // x (windows n, T). Sources in `forbidden` (n, n) [target][source], which may be empty, are not heard.
  Laid LayOut(Tape& tape, Node* x, const Folded& folded, const std::vector<char>& forbidden) const;

  // Adds to the loss of a tape: absolute sums over the rows of the mask, and of the kernels, the mean of each.
  void Penalise(Tape& tape, double penalty) const;

  ParameterLayout layout;
  size_t variables, slots, width, heads;
  size_t embed_w, embed_b, embed_gain, embed_shift, query_w, query_b, key_w, key_b;
  size_t mask;    // (heads n, n): a factor of each score
  size_t kernel;  // (heads n n, T), rows [head][target][source], the last weight that of the same slot
  size_t combine;
  size_t mixed_gain, mixed_shift, in_w, in_b, out_w, out_b, bent_gain, bent_shift, last_w, last_b;

 private:
  size_t AddNormal(const char* name, size_t rows, size_t cols, size_t in, size_t out);

  std::vector<double> deviations_;  // of each tensor; 0: as the layout says
};

}  // namespace mask2cause
