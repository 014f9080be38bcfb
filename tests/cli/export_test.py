"""export: every file is opened by a program that people open such files with."""

import csv
import io
import json
import math
import os
import subprocess
import xml.etree.ElementTree

import networkx
import numpy

import m2c

SVG = "{http://www.w3.org/2000/svg}"
TEXT_FORMATS = ("dot", "graphml", "gexf", "svg", "json", "csv", "matrix-csv")
BINARY_FORMATS = ("npz", "tigramite")
FORBIDDEN = {chr(code) for code in range(0x20)} - set("\t\n\r") | {"\ufffe", "\uffff"}
HOSTILE = [
    "<script>alert(1)</script>", "</script>", "]]>", "<!-- -->", '"quotes" and \'quotes\'', "&<>\"'", "&lt;&amp;&#0;",
    "\\", "back\\slash\\N\\", "{a|b}", "emoji 😀👩‍👩‍👧", "שלום עולם", "\u202eright to left", "x" * 10000, "two\nlines",
    "\r\n\ttabs ", " spaces ", "", "\x01\x1b[31m\x7f\x85\ufffe", "a,b;c", "=1+1", "node", "n0", "%s%n", "a\0b",
]


def edge(source, target, **more):
    return {"source": source, "target": target, "score": 0.5, "found": True, "lag": 1, "sign": 1, "p": 0.01, "q": 0.02,
            **more}


def result(names, edges, lags=2):
    """A result.json by hand: lag_coefficients count upwards, so that each cell is known by its value."""
    size = len(names)
    index = {name: i for i, name in enumerate(names)}
    scores = numpy.zeros((size, size))
    for one in edges:
        scores[index[one["target"]], index[one["source"]]] = one["score"]
    return json.dumps({"schema": 1, "options": {"lags": lags, "method": "m2c"}, "data": {"source": "x.csv"},
                       "graph_rule": "q at most 0.1", "names": names, "scores": scores.tolist(), "edges": edges,
                       "lag_coefficients": numpy.arange(lags * size * size).reshape(lags, size, size).tolist()})


def as_xml_allows(name):
    return "".join("\ufffd" if letter in FORBIDDEN else letter for letter in name)


class ExportTest(m2c.CliTest):
    NAMES = ["rain", "river", "wind"]
    EDGES = [
        edge("rain", "river", score=0.9, lag=2, nats=0.31, nats_low=0.2, nats_high=0.4, stability=1.0, kind="mean",
             kind_confidence=0.9),
        edge("wind", "rain", score=0.4, sign=-1, nats=0.1, stability=0.5, kind="variance", p=1e-300),
        edge("river", "wind", score=0.1, found=False, sign=0, sign_varies=True, p=None, q=None),
    ]

    def setUp(self):
        super().setUp()
        self.write("result.json", result(self.NAMES, self.EDGES))

    def export(self, name, *more, source="result.json"):
        path = self.dir / f"out.{name}"
        self.succeed("export", source, "--format", name, "-o", path, *more)
        return path

    def dot(self, path):
        """What graphviz makes of the file: text of each node, number of edges."""
        done = subprocess.run(["dot", "-Tsvg", path], capture_output=True, check=True, timeout=120)
        self.assertEqual(done.stderr, b"")
        groups = xml.etree.ElementTree.fromstring(done.stdout).iter(f"{SVG}g")
        texts, edges = {}, []
        for group in groups:
            title = group.findtext(f"{SVG}title")
            if group.get("class") == "node":
                texts[title] = "".join(text.text for text in group.iter(f"{SVG}text"))
            elif group.get("class") == "edge":
                edges.append((title, "".join(text.text for text in group.iter(f"{SVG}text"))))
        return texts, edges


class FormatsTest(ExportTest):
    def test_dot(self):
        texts, edges = self.dot(self.export("dot"))
        self.assertEqual(texts, {"n0": "rain", "n1": "river", "n2": "wind"})
        self.assertEqual(sorted(edges), [("n0->n1", "lag 2, +"), ("n2->n0", "lag 1, -")])
        source = (self.dir / "out.dot").read_text()
        self.assertRegex(source, r'n0 -> n1 .*color="#0072b2", penwidth=5.00, style=solid, arrowhead=normal')
        self.assertRegex(source, r'n2 -> n0 .*color="#d55e00", penwidth=2.29, style=dashed, arrowhead=tee')
        self.assertEqual(len(self.dot(self.export("dot", "--all"))[1]), 3)

    def check_networkx(self, read, name):
        graph = read(self.export(name))
        self.assertIsInstance(graph, networkx.DiGraph)
        label = networkx.get_node_attributes(graph, "label")
        edges = {(label[s], label[t]): data for s, t, data in graph.edges(data=True)}
        self.assertEqual(set(edges), {("rain", "river"), ("wind", "rain")})
        strong = edges["rain", "river"]
        for key in ("score", "found", "nats", "nats_low", "nats_high", "p", "q", "stability", "lag", "kind",
                    "kind_confidence"):
            self.assertEqual(strong[key], self.EDGES[0][key])
            self.assertIs(type(strong[key]), type(self.EDGES[0][key]))
        self.assertEqual((strong["sign"], edges["wind", "rain"]["sign"]), ("+", "-"))
        every = read(self.export(name, "--all"))
        self.assertEqual(every.number_of_edges(), 3)
        weak = [data for _, _, data in every.edges(data=True) if not data["found"]][0]
        self.assertEqual(weak["sign"], "mixed")
        self.assertFalse({"p", "q", "nats", "kind"} & set(weak))

    def test_graphml(self):
        self.check_networkx(networkx.read_graphml, "graphml")

    def test_gexf(self):
        self.check_networkx(networkx.read_gexf, "gexf")
        graph = networkx.read_gexf(self.dir / "out.gexf")
        self.assertEqual(sorted(data["weight"] for _, _, data in graph.edges(data=True)), [0.1, 0.4, 0.9])

    def test_json_is_a_graph_for_networkx_too(self):
        seen = json.loads(self.export("json").read_text())
        self.assertEqual((seen["format"], seen["schema"]), ("mask2cause-graph", 1))
        self.assertEqual(seen["graph"]["rule"], "q at most 0.1")
        self.assertEqual([node["name"] for node in seen["nodes"]], self.NAMES)
        self.assertEqual({tuple(one) for one in seen["edges"]}, {tuple(seen["edges"][0])})
        self.assertEqual([one["sign"] for one in seen["edges"]], ["+", "-", "mixed"])
        self.assertIsNone(seen["edges"][2]["p"])
        graph = networkx.node_link_graph({**seen, "links": seen["edges"]})  # the name that every version of it knows
        self.assertEqual(type(graph), networkx.DiGraph)
        self.assertEqual(graph.edges[0, 1]["nats"], 0.31)

    def test_csv(self):
        rows = list(csv.DictReader(io.StringIO(self.export("csv").read_text())))
        self.assertEqual([(row["source"], row["target"], row["found"]) for row in rows],
                         [("rain", "river", "1"), ("wind", "rain", "1"), ("river", "wind", "0")])

    def test_matrix_csv(self):
        rows = list(csv.reader(io.StringIO(self.export("matrix-csv").read_text())))
        self.assertEqual(rows[0][1:], self.NAMES)
        self.assertEqual(rows[2], ["river", "0.9", "0", "0"])

    def test_npz(self):
        arrays = numpy.load(self.export("npz"), allow_pickle=False)
        self.assertEqual(arrays["names"].tolist(), self.NAMES)
        self.assertEqual(arrays["scores"].tolist(), [[0, 0, 0.4], [0.9, 0, 0], [0, 0.1, 0]])
        self.assertEqual(arrays["found"].tolist(), [[0, 0, 1], [1, 0, 0], [0, 0, 0]])
        self.assertEqual(arrays["lag"].tolist(), [[0, 0, 1], [2, 0, 0], [0, 1, 0]])
        self.assertEqual(arrays["sign"].tolist(), [[0, 0, -1], [1, 0, 0], [0, 0, 0]])
        self.assertEqual(arrays["kind"].tolist(), [["", "", "variance"], ["mean", "", ""], ["", "", ""]])
        for key in ("p", "q", "nats", "stability"):
            self.assertEqual(arrays[key][1, 0], self.EDGES[0][key])
            self.assertTrue(math.isnan(arrays[key][0, 0]) and math.isnan(arrays[key][2, 1]))
        self.assertEqual(arrays["lag_coefficients"].tolist(), numpy.arange(18.0).reshape(2, 3, 3).tolist())

    def test_tigramite(self):
        arrays = numpy.load(self.export("tigramite"), allow_pickle=False)
        values, p_values, graph = (arrays[key] for key in ("val_matrix", "p_matrix", "graph"))
        self.assertEqual((values.shape, p_values.shape, graph.shape), ((3, 3, 3),) * 3)
        self.assertEqual(graph.dtype, numpy.dtype("<U3"))
        self.assertEqual({tuple(cell): graph[tuple(cell)] for cell in numpy.argwhere(graph != "")},
                         {(0, 1, 2): "-->", (2, 0, 1): "-->"})
        coefficients = numpy.arange(18.0).reshape(2, 3, 3)
        self.assertTrue((values[:, :, 0] == 0).all() and (p_values[:, :, 0] == 1).all())
        self.assertTrue((values[:, :, 1:] == coefficients.transpose(2, 1, 0)).all())
        self.assertEqual((p_values[0, 1, 2], p_values[0, 1, 1], p_values[2, 0, 1]), (0.01, 1, 1e-300))
        self.assertTrue(math.isnan(p_values[1, 2, 1]))
        self.assertEqual(arrays["var_names"].tolist(), self.NAMES)

    def test_tigramite_of_a_method_without_lags(self):
        bare = json.loads(result(self.NAMES, [edge("rain", "wind", lag=0)]))
        del bare["lag_coefficients"]
        self.write("bare.json", json.dumps(bare))
        arrays = numpy.load(self.export("tigramite", source="bare.json"))
        self.assertEqual((arrays["graph"][0, 2].tolist(), arrays["val_matrix"][0, 2].tolist()), (["", "-->"], [0, 0.5]))

    def test_svg(self):
        root = xml.etree.ElementTree.parse(self.export("svg")).getroot()
        self.assertEqual(root.tag, f"{SVG}svg")
        self.assertEqual([text.text for text in root.iter(f"{SVG}text")][:3], self.NAMES)
        titles = [title.text for title in root.iter(f"{SVG}title")]
        self.assertIn("rain -> river: score 0.9, 0.31 nats, q 0.02, stability 1, lag 2, sign +, acts on the mean", titles)
        styles = [path.get("style") for path in root.iter(f"{SVG}path") if "width" in path.get("style", "")]
        self.assertEqual(["dash" in style for style in styles], [True, False])

    def test_svg_arrows_end_at_the_border_of_their_target(self):
        for size in (2, 3, 12, 13, 60):
            names = [f"x{i}" for i in range(size)]
            self.write("big.json", result(names, [edge(s, t) for s in names for t in names if s != t]))
            root = xml.etree.ElementTree.parse(self.export("svg", source="big.json")).getroot()
            circles = [[float(c.get(key)) for key in ("cx", "cy", "r")] for c in root.iter(f"{SVG}circle")]
            self.assertEqual(len(circles), size)
            tips = [path.get("d")[1:].split("L")[0].split() for path in root.iter(f"{SVG}path") if path.get("fill")]
            self.assertEqual(len(tips), size * (size - 1))
            for x, y in tips:
                gaps = [math.hypot(float(x) - cx, float(y) - cy) - r for cx, cy, r in circles]
                self.assertAlmostEqual(min(gaps), 1.5, delta=0.05)


class HostileNamesTest(ExportTest):
    def setUp(self):
        super().setUp()
        edges = [edge(HOSTILE[i - 1], HOSTILE[i], score=1 / i) for i in range(1, len(HOSTILE))]
        self.write("result.json", result(HOSTILE, edges))

    def test_networkx_gets_the_names_back(self):
        for name, read in (("graphml", networkx.read_graphml), ("gexf", networkx.read_gexf)):
            graph = read(self.export(name))
            labels = [data.get("label", "") for _, data in graph.nodes(data=True)]
            self.assertEqual(labels, [as_xml_allows(one) for one in HOSTILE])
            self.assertEqual(graph.number_of_edges(), len(HOSTILE) - 1)

    def test_json_csv_and_arrays_get_the_names_back(self):
        seen = json.loads(self.export("json").read_text())
        self.assertEqual([node["name"] for node in seen["nodes"]], HOSTILE)
        with open(self.export("csv"), newline="") as file:
            self.assertEqual([row["target"] for row in csv.DictReader(file)], HOSTILE[1:])
        with open(self.export("matrix-csv"), newline="") as file:
            self.assertEqual(next(csv.reader(file))[1:], HOSTILE)
        self.assertEqual(numpy.load(self.export("npz"))["names"].tolist(), HOSTILE)
        self.assertEqual(numpy.load(self.export("tigramite"))["var_names"].tolist(), HOSTILE)

    def test_graphviz_draws_them(self):
        texts, edges = self.dot(self.export("dot"))
        self.assertEqual(len(edges), len(HOSTILE) - 1)
        for i, name in enumerate(HOSTILE):
            drawn = texts[f"n{i}"].replace("\xa0", " ")
            if len(name) < 40 and name.isprintable():
                self.assertEqual(drawn.strip(), name.strip())
            self.assertLess(len(drawn), 80)

    def test_svg_shortens_labels_and_keeps_whole_names_in_titles(self):
        root = xml.etree.ElementTree.parse(self.export("svg")).getroot()
        self.assertEqual({element.tag.removeprefix(SVG) for element in root.iter()},
                         {"svg", "title", "desc", "style", "rect", "g", "path", "circle", "text"})
        self.assertTrue(all(len(text.text) < 40 for text in root.iter(f"{SVG}text")))
        titles = [title.text for title in root.iter(f"{SVG}title")]
        self.assertIn("x" * 10000, titles)
        self.assertIn("two lines", titles)
        self.assertIn("<script>alert(1)</script>", titles)


class UseTest(ExportTest):
    def test_text_goes_to_standard_output(self):
        for name in TEXT_FORMATS:
            run = self.succeed("export", "result.json", "--format", name)
            self.assertEqual(run.out.encode(), self.export(name).read_bytes())
            self.assertEqual(run.err, "")

    def test_binary_formats_want_a_file(self):
        for name in BINARY_FORMATS:
            self.must_fail(2, "export", "result.json", "--format", name, says=[name, "-o"])

    def test_format_by_suffix(self):
        run = self.succeed("export", "result.json", "-o", "deep/folder/graph.svg")
        self.assertEqual(run.out, "deep/folder/graph.svg\n")
        self.assertEqual((self.dir / "deep/folder/graph.svg").read_bytes(), self.export("svg").read_bytes())
        self.assertEqual(self.succeed("export", "result.json", "-o", "graph.npz", "--quiet").out, "")
        self.must_fail(2, "export", "result.json", "-o", "graph.txt", says=["graph.txt", "graphml"])
        self.must_fail(2, "export", "result.json", says=["--format"])

    def test_unknown_format_lists_the_formats(self):
        self.must_fail(2, "export", "result.json", "--format", "pdf", says=["pdf", *TEXT_FORMATS, *BINARY_FORMATS])

    def test_help_tells_each_format(self):
        text = self.succeed("export", "--help").out
        for name in (*TEXT_FORMATS, *BINARY_FORMATS):
            self.assertIn(f" {name} ", text)

    def test_no_edge_found(self):
        self.write("none.json", result(self.NAMES, [edge("rain", "wind", found=False)]))
        for name in ("dot", "graphml", "gexf", "svg"):
            self.assertIn("--all", self.succeed("export", "none.json", "--format", name).err)
            self.assertEqual(self.succeed("export", "none.json", "--format", name, "--all").err, "")
        self.assertEqual(self.succeed("export", "none.json", "--format", "csv").err, "")
        self.assertEqual(numpy.load(self.export("tigramite", source="none.json"))["graph"].dtype, numpy.dtype("<U3"))

    def test_no_variables(self):
        self.write("empty.json", result([], []))
        for name in (*TEXT_FORMATS, *BINARY_FORMATS):
            self.export(name, source="empty.json")
        self.assertEqual(numpy.load(self.dir / "out.tigramite")["graph"].shape[:2], (0, 0))
        self.assertEqual(len(networkx.read_gexf(self.dir / "out.gexf")), 0)
        xml.etree.ElementTree.parse(self.dir / "out.svg")

    def test_what_discover_wrote(self):
        self.write_coupled()
        self.succeed("discover", "data.csv", "-o", "found")
        for name in (*TEXT_FORMATS, *BINARY_FORMATS):
            self.export(name, source="found/result.json")
        graph = networkx.read_graphml(self.dir / "out.graphml")
        self.assertLessEqual({("n0", "n1"), ("n1", "n2")}, set(graph.edges))
        self.assertEqual((self.dir / "out.csv").read_bytes(), (self.dir / "found/edges.csv").read_bytes())
        self.assertEqual((self.dir / "out.matrix-csv").read_bytes(), (self.dir / "found/scores.csv").read_bytes())

    def test_files_that_are_no_result(self):
        self.must_fail(4, "export", "no.json", "--format", "dot", says=["no.json", "No such file"])
        self.must_fail(4, "export", ".", "--format", "dot", says=["result.json in it"])
        for content in ("", "{", "[]", '{"names": ["a"], "scores": [[1, 2]]}', b"\xff\xfe", "[" * 100000):
            self.write("bad.json", content)
            self.must_fail(3, "export", "bad.json", "--format", "svg", "-o", "bad.svg", says=["bad.json"])

    def test_the_result_is_not_replaced(self):
        self.must_fail(2, "export", "result.json", "--format", "json", "-o", "./result.json", says=["a file that is read"])

    def test_output_that_cannot_be_written(self):
        self.write("file", "x")
        self.must_fail(4, "export", "result.json", "-o", "file/graph.svg", says=["file"], hint=False)
        (self.dir / "graph.svg").mkdir()
        self.must_fail(4, "export", "result.json", "-o", "graph.svg", says=["graph.svg", "not a plain file"])

    def test_neither_links_nor_devices_are_replaced(self):
        os.mkfifo(self.dir / "pipe.svg")
        self.must_fail(4, "export", "result.json", "-o", "pipe.svg", says=["pipe.svg", "not a plain file"])
        self.write("real.svg", "old")
        (self.dir / "link.svg").symlink_to("real.svg")
        self.succeed("export", "result.json", "-o", "link.svg")
        self.assertTrue((self.dir / "link.svg").is_symlink())
        self.assertIn("<svg", (self.dir / "real.svg").read_text())


if __name__ == "__main__":
    m2c.main()
