// A step of a long short-term memory.
#include "kernels/lstm.h"

#include "tape/operations.h"

namespace mask2cause {
namespace {

class LstmStepOperation final : public NodeOperation {
 public:
  LstmStepOperation(Tape& tape, Node* z, Node* before)
      : NodeOperation(tape.Result(z->rows(), z->cols() / 4, {z, before})),
        z_(z),
        before_(before),
        cell_(tape.Result(z->rows(), z->cols() / 4, {z, before})),
        gates_{tape.Take(z->size()), z->rows(), z->cols(), z->value.stride},
        bent_{tape.Take(cell_->size()), cell_->rows(), cell_->cols(), cell_->value.stride} {}

  void Forward() override {
    LstmForward(
        {.z = z_->value, .before = Before(), .gates = gates_, .cell = cell_->value, .bent = bent_, .state = y_->value});
  }

  void Backward() override {
    const bool add_dz = z_->Store() == GemmStore::kAdd;
    const bool wanted = before_ != nullptr && before_->wants_gradient();
    const bool add_dbefore = wanted && before_->Store() == GemmStore::kAdd;
    LstmBackward({.gates = gates_,
                  .before = Before(),
                  .bent = bent_,
                  .dstate = y_->gradient,
                  .dcell = cell_->touched ? cell_->gradient : Matrix(),
                  .dz = z_->gradient,
                  .add_dz = add_dz,
                  .dbefore = wanted ? before_->gradient : Matrix(),
                  .add_dbefore = add_dbefore});
  }

  Node* cell() const { return cell_; }

 private:
  ConstMatrix Before() const { return before_ == nullptr ? ConstMatrix() : ConstMatrix(before_->value); }

  Node *z_, *before_, *cell_;
  Matrix gates_;  // (rows, 4 H)
  Matrix bent_;   // (rows, H): tanh of the cell
};

}  // namespace

Memory LstmStep(Tape& tape, Node* z, Node* cell) {
  const auto* const step = tape.Add<LstmStepOperation>(tape, z, cell);
  return {step->cell(), step->y()};
}

}  // namespace mask2cause
