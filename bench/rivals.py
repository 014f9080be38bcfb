#!/usr/bin/python3
"""Our cMLP, cLSTM, CUTS+ and CausalFormer beside plain PyTorch versions of the same, N = 10, T = 500, on one thread, in one run.

    bench/rivals.py [--rounds 5] [--seconds 2] [--page docs/performance.md]

Each round measures PyTorch's step and ours in turn, because shared machines drift; the figures are medians over the
rounds. A step of cMLP and of cLSTM is one proximal gradient step of all N networks; one of CUTS+ is one batch in both stages;
one of CausalFormer is one batch, and ours has its share of the forecasts held out and of the explanation on top.
"""

import argparse
import pathlib
import statistics
import subprocess
import time

import page
import torch

VARIABLES, ROWS, LAGS, HIDDEN = 10, 500, 5, 100
BATCH, WIDTH = 128, 32
WARM_UP_STEPS, MINIMUM_STEPS = 5, 10
MEMORY_WIDTH, CONTEXT = 32, 10
SLOTS, ATTENTION_WIDTH, HEADS, TEMPERATURE = 32, 512, 8, 10.0
LEAST_RATIO = {"cmlp": "3", "cuts+": "3"}
OUR_STEPS = {"cmlp": "1000", "clstm": "50", "cuts+": "64", "causalformer": "40"}  # steps, or epochs of the last two
PROGRAM = pathlib.Path(__file__).resolve().parents[1] / "build/bench/bench/bench-rivals"


def make_cmlp():
    rate, penalty, ridge = 0.05, 0.02, 0.01
    series = torch.randn(1, VARIABLES, ROWS)
    nets = [torch.nn.Sequential(torch.nn.Conv1d(VARIABLES, HIDDEN, LAGS), torch.nn.ReLU(), torch.nn.Conv1d(HIDDEN, 1, 1))
            for _ in range(VARIABLES)]
    mse = torch.nn.MSELoss()

    def step():
        loss = 0.0
        for target, net in enumerate(nets):
            error = mse(net(series[:, :, :-1])[:, 0], series[:, target, LAGS:])
            loss = loss + error + ridge * net[2].weight.square().sum()
        loss.backward()
        with torch.no_grad():
            for net in nets:
                for parameter in net.parameters():
                    parameter -= rate * parameter.grad
                    parameter.grad = None
                weight = net[0].weight  # (hidden, source, lag), oldest lag first
                for last in range(LAGS):
                    norm = weight[:, :, :last + 1].norm(dim=(0, 2), keepdim=True)
                    shrunk = torch.clamp(norm - rate * penalty, min=0.0) / torch.clamp(norm, min=rate * penalty)
                    weight[:, :, :last + 1] *= shrunk

    return step


def make_clstm():
    rate, penalty, ridge = 0.05, 0.05, 0.01
    series = torch.randn(ROWS, VARIABLES)
    stretches = series.unfold(0, CONTEXT + 1, 1).transpose(1, 2)  # (stretches, context + 1, variable)
    nets = [torch.nn.LSTM(VARIABLES, MEMORY_WIDTH, batch_first=True) for _ in range(VARIABLES)]
    heads = [torch.nn.Linear(MEMORY_WIDTH, 1) for _ in range(VARIABLES)]
    mse = torch.nn.MSELoss()

    def step():
        loss = 0.0
        for target, (net, head) in enumerate(zip(nets, heads)):
            error = mse(head(net(stretches[:, :-1])[0])[:, :, 0], stretches[:, 1:, target])
            loss = loss + error + ridge * (head.weight.square().sum() + net.weight_hh_l0.square().sum())
        loss.backward()
        with torch.no_grad():
            for net, head in zip(nets, heads):
                for parameter in (*net.parameters(), *head.parameters()):
                    parameter -= rate * parameter.grad
                    parameter.grad = None
                norm = net.weight_ih_l0.norm(dim=0, keepdim=True)
                net.weight_ih_l0 *= torch.clamp(norm - rate * penalty, min=0.0) / torch.clamp(norm, min=rate * penalty)

    return step


class MessageNetwork(torch.nn.Module):
    def __init__(self):
        super().__init__()
        inputs = VARIABLES + WIDTH
        self.start = torch.nn.Parameter(torch.zeros(WIDTH, VARIABLES))
        self.reset = torch.nn.Conv1d(inputs, WIDTH, 1)
        self.update = torch.nn.Conv1d(inputs, WIDTH, 1)
        self.candidate = torch.nn.Conv1d(inputs, WIDTH, 1)
        self.out1 = torch.nn.Conv1d(WIDTH, WIDTH, 1)
        self.out2 = torch.nn.Conv1d(2 * WIDTH, WIDTH, 1)
        self.heads = torch.nn.Conv1d(2 * WIDTH * VARIABLES, VARIABLES, 1, groups=VARIABLES)
        self.leaky = torch.nn.LeakyReLU(0.01)

    def forward(self, x, gates):
        """x (batch, source), gates (batch, source, target) -> (batch, target)"""
        message = x[:, :, None] * gates
        h = self.start.expand(len(x), -1, -1)
        both = torch.cat([message, h], 1)
        reset, update = torch.sigmoid(self.reset(both)), torch.sigmoid(self.update(both))
        candidate = torch.tanh(self.candidate(torch.cat([message, reset * h], 1)))
        h = update * h + (1 - update) * candidate
        first = self.leaky(self.out1(h))
        second = self.leaky(self.out2(torch.cat([first, h], 1)))
        last = torch.cat([second, h], 1)  # (batch, 2 width, target)
        return self.heads(last.transpose(1, 2).reshape(len(x), -1, 1))[:, :, 0]


def make_cuts_plus():
    series = torch.randn(ROWS, VARIABLES)
    net = MessageNetwork()
    logits = torch.nn.Parameter(torch.full((VARIABLES, VARIABLES), 0.5))
    net_adam = torch.optim.Adam(net.parameters(), lr=1e-2)
    graph_adam = torch.optim.Adam([logits], lr=1e-3)
    mse = torch.nn.MSELoss()

    def step():
        ends = torch.randint(1, ROWS, (BATCH,))
        x, y = series[ends - 1], series[ends]
        net_adam.zero_grad()
        gates = torch.bernoulli(torch.sigmoid(logits.detach()).expand(BATCH, -1, -1))
        mse(net(x, gates), y).backward()
        net_adam.step()
        graph_adam.zero_grad()
        p = torch.sigmoid(logits)
        pair = torch.stack([p, 1 - p], -1).expand(BATCH, -1, -1, -1)
        gates = torch.nn.functional.gumbel_softmax(pair, tau=1, hard=True)[..., 0]
        (0.1 * p.mean() + mse(net(x, gates), y)).backward()
        graph_adam.step()

    return step


class CausalTransformer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        d = ATTENTION_WIDTH
        self.embed = torch.nn.Sequential(torch.nn.Linear(SLOTS, d), torch.nn.LayerNorm(d))
        self.query, self.key = torch.nn.Linear(d, d), torch.nn.Linear(d, d)
        self.mask = torch.nn.Parameter(torch.ones(HEADS, VARIABLES, VARIABLES))
        self.kernel = torch.nn.Parameter(torch.ones(HEADS, VARIABLES, VARIABLES, SLOTS))
        self.combine = torch.nn.Parameter(torch.randn(HEADS) / HEADS)
        self.after = torch.nn.Sequential(torch.nn.LayerNorm(SLOTS), torch.nn.Unflatten(-1, (SLOTS, 1)),
                                         torch.nn.Linear(1, d), torch.nn.LeakyReLU(0.01), torch.nn.Linear(d, 1),
                                         torch.nn.Flatten(-2), torch.nn.LayerNorm(SLOTS))
        self.last = torch.nn.Linear(1, 1)
        # Which weight of the kernel slot t of the result has for slot s of the input; of itself a target hears a slot less.
        t, s, own = torch.meshgrid(torch.arange(SLOTS), torch.arange(SLOTS), torch.arange(2), indexing="ij")
        lag = t - own - s
        self.place = (SLOTS - 1 - lag).clamp(max=SLOTS - 1)
        self.share = torch.where(lag >= 0, 1.0 / (t - own + 1).clamp(min=1), 0.0)
        self.own = torch.eye(VARIABLES, dtype=torch.long)

    def forward(self, x):
        """x (batch, variable, slot) -> the same"""
        embedding = self.embed(x)
        query, key = (layer(embedding).unflatten(-1, (HEADS, -1)) for layer in (self.query, self.key))
        scores = torch.einsum("bihd,bjhd->bhij", query, key) / (SLOTS * ATTENTION_WIDTH / HEADS)**0.5
        attention = torch.softmax(self.mask * scores / TEMPERATURE, -1)
        place, share = (table.permute(2, 0, 1)[self.own] for table in (self.place, self.share))  # (target, source, t, s)
        weights = self.kernel.gather(-1, place.flatten(-2).expand(HEADS, -1, -1, -1)).unflatten(-1, (SLOTS, SLOTS)) * share
        values = torch.einsum("hijts,bjs->bhijt", weights, x)
        heard = torch.einsum("bhij,bhijt->bhit", attention, values)
        mixed = torch.einsum("h,bhit->bit", self.combine, heard)
        return self.last(self.after(mixed)[..., None])[..., 0]


def make_causalformer():
    windows = torch.rand(ROWS, VARIABLES).unfold(0, SLOTS, 1)  # (windows, variable, slot)
    net = CausalTransformer()
    adam = torch.optim.Adam(net.parameters(), lr=0.01, amsgrad=True)
    mse = torch.nn.MSELoss()

    def step():
        x = windows[torch.randint(len(windows), (BATCH,))]
        adam.zero_grad()
        penalty = net.mask.abs().sum(-1).mean() + net.kernel.abs().sum(-1).mean()
        (mse(net(x)[:, :, 1:], x[:, :, 1:]) + 5e-4 * penalty).backward()
        adam.step()

    return step


def time_torch(step, seconds):
    """Mean milliseconds of a step."""
    for _ in range(WARM_UP_STEPS):
        step()
    steps, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds or steps < MINIMUM_STEPS:
        step()
        steps += 1
    return (time.perf_counter() - start) / steps * 1e3


def time_ours(method):
    out = subprocess.run([str(PROGRAM), method, "1", OUR_STEPS[method]], check=True, capture_output=True, text=True).stdout
    return float(out.split("\t")[2])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0, help="of each of PyTorch's measurements")
    parser.add_argument("--page", type=pathlib.Path, help="also put the table into this page")
    args = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    text = f"{page.when_and_where()}.\n\n| method | ours, ms | PyTorch, ms | times faster | bar |\n|---|---|---|---|---|\n"
    for method, make in (("cmlp", make_cmlp), ("clstm", make_clstm), ("cuts+", make_cuts_plus),
                         ("causalformer", make_causalformer)):
        step = make()
        rounds = [(time_ours(method), time_torch(step, args.seconds)) for _ in range(args.rounds)]
        ours, theirs = (statistics.median(column) for column in zip(*rounds))
        ratio = statistics.median(t / o for o, t in rounds)
        text += f"| `{method}` | {ours:.3f} | {theirs:.3f} | {ratio:.1f} | {LEAST_RATIO.get(method, '-')} |\n"
    print(text, end="")
    if args.page:
        page.put_into(args.page, "rivals", text)


if __name__ == "__main__":
    main()
