#pragma once

#include <cmath>
#include <vector>

#include "kernels/attention.h"

namespace mask2cause::reference {

// Softmax weights of one target of one head. q (d_h); keys (N rows of `stride`); log_mask down its column.
template <class T>
void AttentionRow(size_t n, size_t width, const T* q, const T* keys, size_t stride, const T* log_mask,
                  size_t mask_stride, T* weights) {
  const T scale = T(1) / std::sqrt(T(width));
  T top = -INFINITY, sum = 0;
  for (size_t j = 0; j < n; ++j) {
    weights[j] = 0;
    for (size_t c = 0; c < width; ++c) weights[j] += q[c] * keys[j * stride + c];
    weights[j] = weights[j] * scale + log_mask[j * mask_stride];
    top = std::max(top, weights[j]);
  }
  for (size_t j = 0; j < n; ++j) sum += weights[j] = std::exp(weights[j] - top);
  for (size_t j = 0; j < n; ++j) weights[j] /= sum;
}

// Strided pointers of the whole operation, (N, 3 d) and so on, so that it also runs in double.
template <class T>
struct AttentionArrays {
  AttentionShape shape;
  const T* qkv;
  size_t qkv_stride;
  const T* log_mask;
  size_t mask_stride;
};

template <class T>
void AttentionForward(const AttentionArrays<T>& a, T* out, size_t out_stride) {
  const size_t n = a.shape.variables, d = a.shape.width, width = a.shape.head_width();
  std::vector<T> weights(n);
  for (size_t h = 0; h < a.shape.heads; ++h) {
    for (size_t i = 0; i < n; ++i) {
      AttentionRow(n, width, a.qkv + i * a.qkv_stride + h * width, a.qkv + d + h * width, a.qkv_stride, a.log_mask + i,
                   a.mask_stride, weights.data());
      for (size_t c = 0; c < width; ++c) {
        T sum = 0;
        for (size_t j = 0; j < n; ++j) sum += weights[j] * a.qkv[j * a.qkv_stride + 2 * d + h * width + c];
        out[i * out_stride + h * width + c] = sum;
      }
    }
  }
}

// dqkv is set; dlog_mask is added to.
template <class T>
void AttentionBackward(const AttentionArrays<T>& a, const T* dout, size_t dout_stride, T* dqkv, size_t dqkv_stride,
                       T* dlog_mask, size_t dmask_stride) {
  const size_t n = a.shape.variables, d = a.shape.width, width = a.shape.head_width();
  const T scale = T(1) / std::sqrt(T(width));
  for (size_t i = 0; i < n; ++i) {
    for (size_t c = 0; c < 3 * d; ++c) dqkv[i * dqkv_stride + c] = 0;
  }
  std::vector<T> weights(n), gradient(n);
  for (size_t h = 0; h < a.shape.heads; ++h) {
    const size_t q = h * width, k = d + h * width, v = 2 * d + h * width;
    for (size_t i = 0; i < n; ++i) {
      AttentionRow(n, width, a.qkv + i * a.qkv_stride + q, a.qkv + k, a.qkv_stride, a.log_mask + i, a.mask_stride,
                   weights.data());
      T mean = 0;
      for (size_t j = 0; j < n; ++j) {
        gradient[j] = 0;
        for (size_t c = 0; c < width; ++c)
          gradient[j] += dout[i * dout_stride + q + c] * a.qkv[j * a.qkv_stride + v + c];
        mean += weights[j] * gradient[j];
      }
      for (size_t j = 0; j < n; ++j) {
        const T ds = weights[j] * (gradient[j] - mean);
        dlog_mask[j * dmask_stride + i] += ds;
        for (size_t c = 0; c < width; ++c) {
          dqkv[i * dqkv_stride + q + c] += scale * ds * a.qkv[j * a.qkv_stride + k + c];
          dqkv[j * dqkv_stride + k + c] += scale * ds * a.qkv[i * a.qkv_stride + q + c];
          dqkv[j * dqkv_stride + v + c] += weights[j] * dout[i * dout_stride + q + c];
        }
      }
    }
  }
}

inline void AttentionForward(const AttentionForwardCall& call) {
  AttentionForward<float>({call.shape, call.qkv.data, call.qkv.stride, call.log_mask.data, call.log_mask.stride},
                          call.out.data, call.out.stride);
}

inline void AttentionBackward(const AttentionBackwardCall& call) {
  AttentionBackward<float>({call.shape, call.qkv.data, call.qkv.stride, call.log_mask.data, call.log_mask.stride},
                           call.dout.data, call.dout.stride, call.dqkv.data, call.dqkv.stride, call.dlog_mask.data,
                           call.dlog_mask.stride);
}

}  // namespace mask2cause::reference
