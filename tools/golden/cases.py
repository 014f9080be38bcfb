"""The golden cases: their settings, their random weights and data, and what PyTorch computes from them."""

import dataclasses
import json

import numpy as np
import torch

from model import Mask2Cause, ModelConfig

ADAM_STEPS = 20
UNOBSERVED_TARGET = 1000.0  # loud: a loss that reads a missing target is wrong by orders of magnitude


@dataclasses.dataclass
class Case:
    name: str
    config: ModelConfig
    batch: int = 4
    lr: float = 1e-3
    locked: bool = False
    missing_targets: bool = False
    weight_grid: float = 0.0  # weights are rounded to multiples of this (0: not), which lets a large case compress
    gradient_row_stride: int = 1  # above 1, large gradients keep only each such row


def all_cases():
    def config(n, lags, d, heads, layers, **rest):
        return ModelConfig(n, lags, d, heads, layers, **rest)

    return [
        Case("mse", config(5, 3, 16, 4, 2), batch=6),
        Case("nll", config(5, 3, 12, 2, 2, objective="nll", penalty=0.05)),
        Case("dual", config(5, 3, 12, 4, 2, objective="dual", penalty=0.1), batch=3),
        Case("gamma_minus_100", config(7, 1, 8, 2, 2, objective="nll", gamma=-100.0), batch=5),
        Case("gamma_0", config(5, 3, 8, 4, 2, gamma=0.0, penalty=0.5), lr=1e-2),
        Case("one_layer_pre_block", config(10, 3, 12, 4, 1, pre_blocks=1, objective="nll", theta_init=0.5), batch=3),
        Case("one_layer", config(5, 1, 8, 2, 1)),
        Case("three_layers_odd", config(7, 3, 12, 2, 3, penalty=0.02), batch=3),
        Case("student_t", config(7, 3, 8, 2, 2, objective="student-t"), batch=5, lr=1e-2),
        Case("laplace", config(5, 1, 12, 4, 2, objective="laplace"), batch=5),
        Case("per_layer_masks", config(7, 3, 8, 4, 3, per_layer_masks=True, penalty=0.2)),
        Case("dual_per_layer_pre_blocks", config(5, 3, 8, 2, 2, pre_blocks=2, objective="dual", per_layer_masks=True)),
        Case("per_variable_heads", config(7, 3, 8, 2, 2, objective="nll", per_variable_heads=True)),
        Case("residual", config(5, 3, 12, 2, 2, residual=True), batch=5),
        Case("locked", config(7, 3, 12, 4, 2, objective="nll"), locked=True),
        Case("missing_targets", config(5, 3, 8, 2, 2, objective="nll"), batch=6, missing_targets=True),
        Case("missing_targets_mse", config(7, 1, 12, 4, 2), batch=3, missing_targets=True),
        Case("width_32", config(10, 3, 32, 2, 1), weight_grid=1 / 128),
        Case("width_64", config(10, 3, 64, 4, 1, objective="nll"), weight_grid=1 / 64, gradient_row_stride=8),
    ]


def config_json(case):
    c = case.config
    return json.dumps({
        "objective": c.objective, "variables": c.variables, "lags": c.lags, "width": c.width, "heads": c.heads,
        "layers": c.layers, "pre_blocks": c.pre_blocks, "gamma": c.gamma, "lambda": c.penalty, "lr": case.lr,
        "per_layer_masks": c.per_layer_masks, "per_variable_heads": c.per_variable_heads, "residual": c.residual,
        "locked": case.locked, "theta_init": c.theta_init, "gradient_row_stride": case.gradient_row_stride,
    })


def config_from_json(text):
    values = json.loads(text)
    values["penalty"] = values.pop("lambda")
    fields = {field.name for field in dataclasses.fields(ModelConfig)}
    return ModelConfig(**{key: value for key, value in values.items() if key in fields}), values


def draw_parameter(name, shape, grid):
    """Far from the usual start, so that no gradient is trivial: gains off 1, biases off 0, Theta over [-3, 3]."""
    if name.startswith("theta"):
        return torch.rand(shape) * 6.0 - 3.0
    if name == "dof":
        return torch.rand(shape) + 0.5
    if name == "identity":
        return torch.randn(shape)
    if "norm" in name:
        return torch.rand(shape) + 0.5 if name.endswith("weight") else torch.rand(shape) - 0.5
    limit = shape[-1] ** -0.5 if name.endswith("weight") else 0.3
    values = (torch.rand(shape) * 2.0 - 1.0) * limit
    return torch.round(values / grid) * grid if grid else values


def draw_data(case, steps):
    """Windows of noise, and targets which depend on them, so that training has something to learn."""
    n, lags = case.config.variables, case.config.lags
    window = torch.randn(steps, case.batch, n, lags)
    mixing = torch.randn(n, n) / n**0.5
    target = torch.tanh(window[..., -1] @ mixing.T) + 0.3 * torch.randn(steps, case.batch, n)
    return window, target


def draw_locked_graph(n):
    """Closed, open and half-open entries, on the diagonal too: a given graph is used as it is."""
    graph = (torch.rand(n, n) < 0.5).float()
    graph[0, 0], graph[0, 1], graph[1, 1], graph[2, 0] = 0.0, 0.25, 1.0, 0.75
    return graph


def draw_inputs(case, seed):
    """All that a case starts from, as float32 arrays under their names in the file."""
    torch.manual_seed(seed)
    model = Mask2Cause(case.config, draw_locked_graph(case.config.variables) if case.locked else None)
    arrays = {"config": np.frombuffer(config_json(case).encode(), dtype=np.uint8)}
    for name, parameter in model.named_parameters():
        arrays[f"param.{name}"] = draw_parameter(name, parameter.shape, case.weight_grid).numpy()
    window, target = draw_data(case, ADAM_STEPS + 1)
    if case.locked:
        arrays["locked_graph"] = model.locked_graph.numpy()
    if case.missing_targets:
        observed = (torch.rand(case.batch, case.config.variables) < 0.7).float()
        observed[:, 1] = 0.0  # a variable whose target is never seen
        target = torch.where(observed > 0, target, UNOBSERVED_TARGET)
        arrays["observed"] = observed.numpy()
    arrays["input"], arrays["target"] = window[0].numpy(), target[0].numpy()
    arrays["step_input"], arrays["step_target"] = window[1:].numpy(), target[1:].numpy()
    return arrays


def load_model(arrays, dtype):
    config, _ = config_from_json(bytes(arrays["config"]).decode())
    locked = torch.from_numpy(arrays["locked_graph"]) if "locked_graph" in arrays else None
    model = Mask2Cause(config, locked)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            parameter.copy_(torch.from_numpy(arrays[f"param.{name}"]))
    return model.to(dtype)


def compute_outputs(arrays, dtype=torch.float64):
    """Forward, loss and every gradient on the first batch, then the losses of 20 Adam steps from the same start."""
    model = load_model(arrays, dtype)
    _, settings = config_from_json(bytes(arrays["config"]).decode())
    tensor = {key: torch.from_numpy(arrays[key]).to(dtype)
              for key in ("input", "target", "observed", "step_input", "step_target") if key in arrays}
    observed = tensor.get("observed")

    mean, scale = model(tensor["input"])
    loss, prediction = model.losses(tensor["input"], tensor["target"], observed)
    loss.backward()
    outputs = {"mean": mean, "loss": loss.reshape(1), "prediction_loss": prediction.reshape(1)}
    if scale is not None:
        outputs["scale"] = scale
    for name, parameter in model.named_parameters():
        outputs[f"grad.{name}"] = parameter.grad.clone()
    outputs["step_loss"] = adam_losses(model, tensor["step_input"], tensor["step_target"], observed, settings["lr"])
    return {key: value.detach().numpy().astype(np.float64) for key, value in outputs.items()}


def adam_losses(model, windows, targets, observed, lr):
    """The loss before each update, penalty included."""
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    losses = []
    for window, target in zip(windows, targets):
        optimizer.zero_grad()
        loss, _ = model.losses(window, target, observed)
        loss.backward()
        optimizer.step()
        losses.append(loss.detach())
    return torch.stack(losses)


def thin_gradients(outputs, stride):
    """Files of wide models stay small: gradients of 1000 entries and more become `grad_rows.`, each stride-th row."""
    if stride == 1:
        return outputs
    thinned = {}
    for key, value in outputs.items():
        if key.startswith("grad.") and value.size >= 1000:
            thinned[key.replace("grad.", "grad_rows.", 1)] = np.ascontiguousarray(value[::stride])
        else:
            thinned[key] = value
    return thinned
