"""Checks that the golden files can be trusted, each from what the file itself holds."""

import numpy as np
import torch
from torch import nn

import cases
from model import Mask2Cause, ModelConfig, parameter_count

SIZE_LIMIT = 150_000
FINITE_DIFFERENCE_STEP = 1e-5
ENTRIES_PER_PARAMETER = 3


def relative_error(got, want):
    """Largest difference over the largest value; an all-zero tensor is compared as it is."""
    scale = np.abs(want).max()
    return np.abs(got - want).max() / (scale if scale > 1e-12 else 1.0)


def require(condition, message):
    if not condition:
        raise SystemExit(f"check failed: {message}")


def check_recomputed(name, arrays):
    """The file says what the model computes today."""
    _, settings = cases.config_from_json(bytes(arrays["config"]).decode())
    outputs = cases.thin_gradients(cases.compute_outputs(arrays), settings["gradient_row_stride"])
    for key, value in outputs.items():
        require(key in arrays, f"{name}: {key} is missing")
        require(relative_error(value, arrays[key]) < 1e-9, f"{name}: {key} differs from the file")


def check_parameter_count(name, arrays):
    model = cases.load_model(arrays, torch.float64)
    count = sum(parameter.numel() for parameter in model.parameters())
    formula = parameter_count(model.config, locked="locked_graph" in arrays)
    require(count == formula, f"{name}: {count} parameters, the formula says {formula}")


def check_finite_differences(name, arrays):
    """Autograd against central differences, for a few entries of every parameter. Returns the worst difference."""
    model = cases.load_model(arrays, torch.float64)
    window, target = (torch.from_numpy(arrays[key]).double() for key in ("input", "target"))
    observed = torch.from_numpy(arrays["observed"]).double() if "observed" in arrays else None
    model.losses(window, target, observed)[0].backward()
    generator = np.random.default_rng(1)
    worst = 0.0
    for parameter_name, parameter in model.named_parameters():
        values, gradient = parameter.data.view(-1), parameter.grad.view(-1)
        for entry in generator.integers(0, values.numel(), ENTRIES_PER_PARAMETER):
            start, sides = values[entry].item(), []
            for step in (FINITE_DIFFERENCE_STEP, -FINITE_DIFFERENCE_STEP):
                values[entry] = start + step
                with torch.no_grad():
                    sides.append(model.losses(window, target, observed)[0].item())
            values[entry] = start
            slope = (sides[0] - sides[1]) / (2 * FINITE_DIFFERENCE_STEP)
            difference = abs(slope - gradient[entry].item())
            require(difference < 1e-7 + 1e-6 * abs(slope), f"{name}: gradient of {parameter_name}[{entry}]")
            worst = max(worst, difference)
    return worst


def check_reachable_in_float32(name, arrays):
    """The engine's tolerances can be met: PyTorch's own float32 meets them. Returns the three worst errors."""
    single, double = cases.compute_outputs(arrays, torch.float32), cases.compute_outputs(arrays)
    forward = max(relative_error(single[key], double[key]) for key in ("mean", "scale", "loss") if key in double)
    gradients = [key for key in double if key.startswith("grad.")]
    # The floor is for gradients that are zero by theory (a bias on the keys shifts a whole softmax row).
    backward = max(np.abs(single[key] - double[key]).max() / max(np.abs(double[key]).max(), 1e-3) for key in gradients)
    steps = relative_error(single["step_loss"], double["step_loss"])
    met = forward < 1e-5 and backward < 1e-4 and steps < 1e-4
    require(met, f"{name}: float32 errs by {forward}, {backward}, {steps}")
    return forward, backward, steps


def check_against_torch_encoder():
    """The encoder layer equals PyTorch's own, fed with the same weights and the same additive mask."""
    torch.manual_seed(3)
    config = ModelConfig(variables=7, lags=3, width=12, heads=4)
    model = Mask2Cause(config).double()
    nn.init.uniform_(model.theta, -3.0, 3.0)
    ours = model.layer0
    theirs = nn.TransformerEncoderLayer(12, 4, 48, dropout=0.0, activation="gelu", batch_first=True).double()
    pairs = {"self_attn.out_proj": ours.o, "linear1": ours.w1, "linear2": ours.w2,
             "norm1": ours.norm1, "norm2": ours.norm2}
    for path, module in pairs.items():
        theirs.get_submodule(path).load_state_dict(module.state_dict())
    with torch.no_grad():
        theirs.self_attn.in_proj_weight.copy_(torch.cat([ours.q.weight, ours.k.weight, ours.v.weight]))
        theirs.self_attn.in_proj_bias.copy_(torch.cat([ours.q.bias, ours.k.bias, ours.v.bias]))
        tokens = torch.randn(5, 7, 12).double()
        log_graph = torch.log(model.graphs()[0] + 1e-6)
        difference = (ours(tokens, log_graph) - theirs.train()(tokens, src_mask=log_graph)).abs().max().item()
    require(difference < 1e-12, f"the encoder layer differs from PyTorch's by {difference}")


def check_published_sizes():
    """The paper counts 0.1005 M and 4.1004 M parameters at d=64, L=5, leaving the identities (N d) out."""
    for n, published in ((10, 0.1005), (2000, 4.1004)):
        count = parameter_count(ModelConfig(variables=n, lags=5, width=64)) - n * 64
        require(round(count / 1e6, 4) == published, f"{count} parameters at N={n}, the paper says {published} M")


def check_all(folder):
    check_against_torch_encoder()
    check_published_sizes()
    print("case\tbytes\tfinite differences\tfloat32 forward\tfloat32 gradient\tfloat32 20 steps")
    for case in cases.all_cases():
        path = folder / f"{case.name}.npz"
        require(path.exists(), f"{path} is missing; run make.py without --check")
        require(path.stat().st_size < SIZE_LIMIT, f"{path} is larger than {SIZE_LIMIT} bytes")
        with np.load(path) as file:
            arrays = {key: file[key] for key in file.files}
        check_recomputed(case.name, arrays)
        check_parameter_count(case.name, arrays)
        slope = check_finite_differences(case.name, arrays)
        errors = check_reachable_in_float32(case.name, arrays)
        print(case.name, path.stat().st_size, *(f"{value:.1e}" for value in (slope, *errors)), sep="\t")
