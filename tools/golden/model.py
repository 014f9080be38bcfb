"""A plain PyTorch rebuild of Mask2Cause: the oracle of the C++ engine, and the PyTorch side of the benchmark.

Letters: B windows in a batch, N variables, L lags, d token width, H heads, M layers, P blocks before the first layer.
Graphs are A[target][source]. Parameter names and shapes are the contract with the engine's tests; see README.md.
"""

import dataclasses
import math

import torch
from torch import nn
from torch.nn import functional as F

OBJECTIVES = ("mse", "nll", "dual", "student-t", "laplace")
GRAPH_FLOOR = 1e-6  # keeps log(A) finite where a learned graph is closed
SHUT = -1e9  # instead, where a given graph has a 0: no score may outweigh it
SCALE_FLOOR = 1e-6  # keeps the variance (or the Laplace width) off zero


@dataclasses.dataclass
class ModelConfig:
    variables: int
    lags: int
    width: int
    heads: int = 4
    layers: int = 2
    pre_blocks: int = 0
    objective: str = "mse"
    gamma: float = 100.0
    penalty: float = 0.01  # lambda, which Python keeps for itself
    dropout: float = 0.0
    theta_init: float | None = None  # None: -1 for mse, +1 for every likelihood
    per_layer_masks: bool = False
    per_variable_heads: bool = False
    residual: bool = False

    def __post_init__(self):
        if self.objective not in OBJECTIVES:
            raise ValueError(f"objective '{self.objective}' is none of {', '.join(OBJECTIVES)}")
        if self.width % self.heads:
            raise ValueError(f"width {self.width} is not a multiple of heads {self.heads}")
        if self.theta_init is None:
            self.theta_init = -1.0 if self.objective == "mse" else 1.0


class Mlp(nn.Module):
    """W2 dropout(gelu(W1 x)), with the exact (erf) GELU."""

    def __init__(self, config):
        super().__init__()
        self.w1 = nn.Linear(config.width, 4 * config.width)
        self.w2 = nn.Linear(4 * config.width, config.width)
        self.drop = nn.Dropout(config.dropout)

    def forward(self, tokens):
        return self.w2(self.drop(F.gelu(self.w1(tokens))))


class PreBlock(Mlp):
    """norm(x + dropout(MLP(x))): deepens each token by itself, so nothing passes between variables."""

    def __init__(self, config):
        super().__init__(config)
        self.norm = nn.LayerNorm(config.width)

    def forward(self, tokens):
        return self.norm(tokens + self.drop(super().forward(tokens)))


class EncoderLayer(Mlp):
    """Post-norm attention under the graph, then a post-norm MLP. Attention weights themselves are not dropped."""

    def __init__(self, config):
        super().__init__(config)
        self.heads = config.heads
        self.q = nn.Linear(config.width, config.width)
        self.k = nn.Linear(config.width, config.width)
        self.v = nn.Linear(config.width, config.width)
        self.o = nn.Linear(config.width, config.width)
        self.norm1 = nn.LayerNorm(config.width)
        self.norm2 = nn.LayerNorm(config.width)

    def split_heads(self, tokens):  # (B, N, d) -> (B, H, N, d/H)
        return tokens.unflatten(-1, (self.heads, -1)).transpose(1, 2)

    def attend(self, tokens, log_graph):
        q, k, v = (self.split_heads(project(tokens)) for project in (self.q, self.k, self.v))
        scores = (q / math.sqrt(q.shape[-1])) @ k.transpose(-1, -2) + log_graph  # (B, H, target, source)
        mixed = scores.softmax(dim=-1) @ v
        return self.o(mixed.transpose(1, 2).flatten(2))

    def forward(self, tokens, log_graph):
        tokens = self.norm1(tokens + self.drop(self.attend(tokens, log_graph)))
        return self.norm2(tokens + self.drop(super().forward(tokens)))


class Head(nn.Linear):
    """d -> 1, shared by all variables, or with a row of its own for each variable."""

    def __init__(self, config):
        super().__init__(config.width, config.variables if config.per_variable_heads else 1)
        self.per_variable = config.per_variable_heads

    def forward(self, tokens):  # (B, N, d) -> (B, N)
        if self.per_variable:
            return (tokens * self.weight).sum(-1) + self.bias
        return super().forward(tokens).squeeze(-1)


class Mask2Cause(nn.Module):
    def __init__(self, config, locked_graph=None):
        super().__init__()
        self.config = config
        n = config.variables
        self.embed = nn.Linear(config.lags, config.width)
        self.identity = nn.Parameter(torch.randn(n, config.width))
        self.drop = nn.Dropout(config.dropout)
        for p in range(config.pre_blocks):
            self.add_module(f"pre{p}", PreBlock(config))
        for m in range(config.layers):
            self.add_module(f"layer{m}", EncoderLayer(config))
        self.head = nn.ModuleDict({"mean": Head(config)})
        if config.objective != "mse":
            self.head["scale"] = Head(config)
        if config.objective == "student-t":
            self.dof = nn.Parameter(torch.ones(1))
        self.register_buffer("locked_graph", locked_graph, persistent=False)
        self.register_buffer("diagonal", torch.eye(n), persistent=False)
        if locked_graph is None:
            self.add_theta()

    def add_theta(self):
        c = self.config
        shape = (c.layers, c.variables, c.variables) if c.per_layer_masks else (c.variables, c.variables)
        start = torch.full(shape, float(c.theta_init))
        if c.objective == "dual":
            self.theta = nn.ParameterDict({"mean": start.clone(), "variance": start.clone()})
        else:
            self.theta = nn.Parameter(start)

    def graphs(self):
        """One A per Theta: (N, N), or (M, N, N) with a mask per layer. Two of them under the dual objective."""
        if self.locked_graph is not None:
            return [self.locked_graph]
        thetas = self.theta.values() if self.config.objective == "dual" else [self.theta]
        return [torch.sigmoid(theta + self.config.gamma * self.diagonal) for theta in thetas]

    def encode(self, tokens, graph):
        log_graph = torch.where(graph == 0, torch.full_like(graph, SHUT), torch.log(graph + GRAPH_FLOOR))
        for p in range(self.config.pre_blocks):
            tokens = self.get_submodule(f"pre{p}")(tokens)
        for m in range(self.config.layers):
            tokens = self.get_submodule(f"layer{m}")(tokens, log_graph[m] if log_graph.dim() == 3 else log_graph)
        return tokens

    def predict(self, window, graphs):
        """window (B, N, L), oldest value first -> mean (B, N) and scale (B, N), which is None under mse.

        The scale is the variance (nll, dual), the squared scale parameter (student-t) or the width b (laplace).
        """
        tokens = self.drop(self.embed(window)) + self.identity
        encoded = [self.encode(tokens, graph) for graph in graphs]
        if self.config.objective == "dual" and len(encoded) == 1:  # locked: both runs stand under the given graph
            encoded.append(self.encode(tokens, graphs[0]))
        mean = self.head["mean"](encoded[0])
        if self.config.residual:
            mean = mean + window[..., -1]
        if self.config.objective == "mse":
            return mean, None
        return mean, F.softplus(self.head["scale"](encoded[-1])) + SCALE_FLOOR

    def forward(self, window):
        return self.predict(window, self.graphs())

    def losses(self, window, target, observed=None):
        """(prediction + lambda * sparsity, prediction)."""
        graphs = self.graphs()
        mean, scale = self.predict(window, graphs)
        prediction = self.prediction_loss(mean, scale, target, observed)
        if self.locked_graph is not None:
            return prediction, prediction
        return prediction + self.config.penalty * self.sparsity(graphs), prediction

    def prediction_loss(self, mean, scale, target, observed):
        each = self.pointwise_loss(mean, scale, target)  # (B, N)
        if observed is None:
            return each.mean()
        return torch.where(observed > 0, each, 0.0).sum() / observed.sum().clamp(min=1.0)

    def pointwise_loss(self, mean, scale, target):
        error = target - mean
        if self.config.objective == "mse":
            return error.square()
        if self.config.objective == "laplace":
            return torch.log(2.0 * scale) + error.abs() / scale
        if self.config.objective == "student-t":
            return student_t_loss(error, scale, degrees_of_freedom(self.dof))
        return 0.5 * (scale.log() + error.square() / scale)

    def sparsity(self, graphs):
        """Mean of the off-diagonal entries of A, over layers and over the two graphs of the dual objective."""
        n = self.config.variables
        pairs = max(n * (n - 1), 1)
        means = [(graph * (1.0 - self.diagonal)).sum(dim=(-1, -2)).mean() / pairs for graph in graphs]
        return sum(means) / len(means)

    @torch.no_grad()
    def scores(self):
        """The answer, (N, N): layers averaged, the larger of the two graphs under the dual objective."""
        flat = [graph.mean(dim=0) if graph.dim() == 3 else graph for graph in self.graphs()]
        return torch.stack(flat).amax(dim=0)


def degrees_of_freedom(rho):
    """Above 2, so that the variance exists."""
    return 2.0 + F.softplus(rho)


def student_t_loss(error, squared_scale, nu):
    return (
        torch.lgamma(nu / 2)
        - torch.lgamma((nu + 1) / 2)
        + 0.5 * torch.log(nu * math.pi * squared_scale)
        + (nu + 1) / 2 * torch.log1p(error.square() / (nu * squared_scale))
    )


def parameter_count(config, locked=False):
    """The formula of the method's description, extended by the switches."""
    c, d, n = config, config.width, config.variables
    graphs = 0 if locked else (2 if c.objective == "dual" else 1) * (c.layers if c.per_layer_masks else 1)
    heads = (1 if c.objective == "mse" else 2) * (n if c.per_variable_heads else 1)
    dof = 1 if c.objective == "student-t" else 0
    blocks = c.pre_blocks * (8 * d * d + 7 * d) + c.layers * (12 * d * d + 13 * d)
    return n * d + (c.lags + 1) * d + graphs * n * n + blocks + heads * (d + 1) + dof
