#!/usr/bin/env python3
"""Fills what is empty in the tables of one summary of a study from an older one of the same study.

    tools/fill_summary.py NEW OLD > docs/results/STUDY/summary.json

A study of many hours is run in parts, on several days or machines; the folder with all runs is not always at hand. A cell of NEW
that has a figure stays, an empty one takes OLD's, and the footer names the commits, machines and runs of both. Findings are NEW's,
with those of OLD about which NEW says nothing; pictures are those of both. What `rivals` concludes is no finding but drawn from the joined
tables when they are shown.
"""

import json
import sys


def fill_table(new, old):
    """Takes over cells, and rows and columns that are missing; returns how many cells."""
    taken = 0
    for column in old["columns"]:
        if column not in new["columns"]:
            new["columns"].append(column)
    width = len(new["columns"])
    rows = {row[0]: row for row in new["rows"]}
    for old_row in old["rows"]:
        row = rows.get(old_row[0])
        if row is None:
            row = [old_row[0]]
            new["rows"].append(row)
        row.extend([""] * (width - len(row)))
        for column, cell in zip(old["columns"], old_row):
            at = new["columns"].index(column)
            if cell and not row[at]:
                row[at] = cell
                taken += 1
    for row in new["rows"]:
        row.extend([""] * (width - len(row)))
    if len(old["rows"]) == len(new["rows"]):  # it has them all, so it has their order
        order = [row[0] for row in old["rows"]]
        new["rows"].sort(key=lambda row: order.index(row[0]))
    return taken


def join(first, second):
    """Parts of both lists, each once, in order."""
    parts = []
    for part in (first + ", " + second).split(", "):
        if part and part not in parts:
            parts.append(part)
    return ", ".join(parts)


def subject(finding):
    return finding.split(":")[0]


def fill(new, old):
    if new["study"] != old["study"]:
        raise SystemExit(f"fill_summary.py: '{new['study']}' and '{old['study']}' are different studies")
    titles = {table["title"]: table for table in new["tables"]}
    taken = sum(fill_table(titles[table["title"]], table) for table in old["tables"] if table["title"] in titles)
    if taken == 0:
        return new
    fill_table(new["seconds"], old["seconds"])
    known = {subject(finding) for finding in new["findings"]}
    new["findings"] += [finding for finding in old["findings"] if subject(finding) not in known]
    new["pictures"] += [picture for picture in old["pictures"] if picture not in new["pictures"]]
    for key in ("commit", "machine"):
        new[key] = join(new[key], old[key])
    for key in ("runs", "core_seconds"):
        new[key] += old[key]
    return new


def main():
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    with open(sys.argv[1]) as new, open(sys.argv[2]) as old:
        json.dump(fill(json.load(new), json.load(old)), sys.stdout, indent=1, ensure_ascii=False)
    print()


if __name__ == "__main__":
    main()
