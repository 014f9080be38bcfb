// What one network of TCDF makes of all series.
#include "kernels/listen.h"

#include "tape/operations.h"

namespace mask2cause {
namespace {

class ListenOperation final : public NodeOperation {
 public:
  ListenOperation(Tape& tape, const Listener& from)
      : NodeOperation(tape.Result(1, from.x->rows() - from.kernel->rows(),
                                  {from.kernel, from.share, from.bias, from.leak, from.out, from.shift})),
        from_(from) {}

  void Forward() override { ListenForward({.at = At(), .shift = from_.shift->value.data[0], .y = y_->value.data}); }

  void Backward() override {
    const float* const dy = y_->gradient.data;
    ListenBackward({.at = At(),
                    .dy = dy,
                    .dw = from_.kernel->AddTo(),
                    .dshare = from_.share->AddTo().data,
                    .dbias = from_.bias->AddTo().data,
                    .dleak = from_.leak->AddTo().data,
                    .dout = from_.out->AddTo().data});
    double sum = 0.0;
    for (size_t r = 0; r < y_->cols(); ++r) sum += static_cast<double>(dy[r]);
    from_.shift->AddTo().data[0] += static_cast<float>(sum);
  }

 private:
  Listening At() const {
    return {.x = from_.x->value,
            .w = from_.kernel->value,
            .own = from_.own,
            .open = from_.open->value.data,
            .share = from_.share->value.data,
            .bias = from_.bias->value.data,
            .leak = from_.leak->value.data,
            .out = from_.out->value.data};
  }

  const Listener from_;
};

}  // namespace

Node* Listen(Tape& tape, const Listener& from) {
  return tape.Add<ListenOperation>(tape, from)->y();
}

}  // namespace mask2cause
