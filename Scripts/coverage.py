"""Prints the share of covered lines of folders of the sources, and the files below the goal, from llvm-cov's summary on standard input.

Usage: coverage.py ROOT FOLDER... ; where COVERAGE_MINIMUM is set, a smaller share of all lines is a failure, in per cent.
"""

import json
import os
import sys

GOAL = 95.0


def share(covered, lines):
    return 100.0 * covered / lines if lines else 100.0


def main():
    root, targets = sys.argv[1], sys.argv[2:]
    files = {}
    for file in json.load(sys.stdin)["data"][0]["files"]:
        path = os.path.relpath(file["filename"], root)
        if not path.startswith(".."):
            files[path] = (file["summary"]["lines"]["covered"], file["summary"]["lines"]["count"])
    folders = {}
    for path, (covered, count) in files.items():
        if not any(path.startswith(target + "/") for target in targets):
            continue
        folder = os.path.dirname(path)
        before = folders.get(folder, (0, 0))
        folders[folder] = (before[0] + covered, before[1] + count)
    total = (sum(covered for covered, _ in folders.values()), sum(count for _, count in folders.values()))
    for folder in sorted(folders):
        covered, count = folders[folder]
        print(f"{share(covered, count):6.1f} %  {count:6} lines  {folder}")
    print(f"{share(*total):6.1f} %  {total[1]:6} lines  all")
    print(f"files below {GOAL:g} %, those with the most lines missed first:")
    low = [(count - covered, path, covered, count) for path, (covered, count) in files.items()
           if os.path.dirname(path) in folders and share(covered, count) < GOAL]
    for missed, path, covered, count in sorted(low, reverse=True):
        print(f"{share(covered, count):6.1f} %  {missed:6} missed  {path}")
    unseen = [target for target in targets if not any(folder.split("/")[0] == target for folder in folders)]
    if unseen:
        sys.exit(f"overlook: error: no line was counted of {', '.join(unseen)}")
    minimum = float(os.environ.get("COVERAGE_MINIMUM") or 0)
    if share(*total) < minimum:
        sys.exit(f"overlook: error: {share(*total):.1f} % of the lines are reached, and {minimum:g} % are asked for")


main()
