"""The work of gallery: the pictures of the views, and the page that shows them."""

import base64
import concurrent.futures
import html
import json
import math
import os
import pathlib
import shlex
import struct
import subprocess
import sys

STYLES = os.environ.get("STYLES", "day night terrain satellite-hybrid").split()
SIZE = os.environ.get("SIZE", "640x420")

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title><style>
body {{ font: 15px/1.45 Inter, system-ui, sans-serif; margin: 24px auto; max-width: 1400px; color: #24282f; background: #f6f5f2 }}
h1 {{ font-size: 26px }} h2 {{ margin: 36px 0 4px; text-transform: capitalize }} h3 {{ font-size: 16px; margin: 18px 0 6px }}
.row {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(320px, 1fr)); gap: 10px }}
figure {{ margin: 0 }} img {{ width: 100%; border-radius: 8px; box-shadow: 0 1px 4px #0003 }} code {{ color: #667 }}
figcaption {{ font-size: 13px; color: #556 }} .changed {{ outline: 3px solid #e8742c; border-radius: 8px }} .missing {{ color: #b00 }}
</style><h1>Gallery</h1><p>{summary}</p>{body}</html>
"""


def views(path):
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        parts = [part.strip() for part in line.split("|")]
        if len(parts) != 4:
            raise SystemExit(f"overlook: error: {path.name}, line {number}: a group, a name, a title and arguments were expected")
        yield dict(zip(("group", "name", "title", "arguments"), parts))


# Data to show, made here so that the pictures are the same everywhere.


def collection(features):
    return json.dumps({"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": properties, "geometry": {"type": kind, "coordinates": places}}
        for kind, places, properties in features]})


def traffic():
    """Along and across streets of the middle of Helsinki."""
    mannerheimintie = [[24.93605, 60.17144], [24.93614, 60.17108], [24.93663, 60.17089], [24.93728, 60.17052], [24.93829, 60.16986],
                       [24.93916, 60.1693], [24.93987, 60.16883], [24.94065, 60.16831], [24.94143, 60.16777], [24.94206, 60.16735],
                       [24.94299, 60.16675]]
    kaivokatu = [[24.93839, 60.1698], [24.93891, 60.16994], [24.93984, 60.17027], [24.94278, 60.17035], [24.94418, 60.17039],
                 [24.94517, 60.17064], [24.94634, 60.171], [24.94722, 60.17132], [24.94791, 60.17204]]
    north = [[24.94206, 60.16753], [24.94288, 60.16765], [24.94407, 60.16769], [24.947, 60.16776], [24.94888, 60.16781],
             [24.95106, 60.16788]]
    south = [[24.94358, 60.16664], [24.9441, 60.16677], [24.94498, 60.16707], [24.94596, 60.16713], [24.94808, 60.16718],
             [24.95085, 60.16725]]
    fabianinkatu = [[24.94944, 60.16794], [24.94936, 60.16877], [24.94929, 60.16932], [24.94924, 60.16994], [24.94916, 60.1706]]
    return collection([
        ("LineString", mannerheimintie[:5], {"congestion": "low"}), ("LineString", mannerheimintie[4:8], {"congestion": "heavy"}),
        ("LineString", mannerheimintie[7:], {"congestion": "severe"}), ("LineString", kaivokatu[:5], {"congestion": "moderate"}),
        ("LineString", kaivokatu[4:], {"congestion": "low"}), ("LineString", north[:3], {"congestion": "heavy"}),
        ("LineString", north[2:], {"congestion": "moderate"}), ("LineString", south, {"congestion": "low"}),
        ("LineString", fabianinkatu, {"closed": "yes"}),
        ("Point", fabianinkatu[2], {"incident": "construction"}), ("Point", mannerheimintie[8], {"incident": "accident"}),
    ])


def box(west, south, east, north):
    return [[[west, south], [east, south], [east, north], [west, north], [west, south]]]


def indoor():
    """Two floors of a small centre with shops around a hall, on a tagged outline."""
    west, south, unit, high = 13.25985, 53.55725, 0.00016, 0.0001
    features = [("Polygon", box(west, south, west + 7 * unit, south + 4 * high), {"building": "retail", "name": "Centre", "id": "1"})]
    names = ["Bakery", "Books", "Shoes", "Flowers", "Optician", "Toys"]
    for level in ("0", "1"):
        features.append(("Polygon", box(west, south + 1.5 * high, west + 7 * unit, south + 2.5 * high),
                         {"indoor": "corridor", "level": level, "name": "Hall"}))
        for index, name in enumerate(names):
            left, row = west + (index % 3) * 2 * unit, south + (0 if index < 3 else 2.5 * high)
            features.append(("Polygon", box(left, row, left + 2 * unit, row + 1.5 * high),
                             {"indoor": "room", "level": level, "name": name, "shop": "yes"}))
        right = west + 6 * unit
        features += [
            ("Polygon", box(right, south, right + unit, south + 0.75 * high), {"indoor": "room", "level": level, "stairs": "yes"}),
            ("Polygon", box(right, south + 0.75 * high, right + unit, south + 1.5 * high),
             {"indoor": "room", "level": level, "highway": "elevator"}),
            ("Polygon", box(right, south + 2.5 * high, right + unit, south + 4 * high),
             {"indoor": "room", "level": level, "amenity": "toilets"}),
        ]
    return collection(features)


def places():
    """A walk from the lake to the old town."""
    walk = [[13.2486, 53.5523], [13.2487, 53.5525], [13.2493, 53.553], [13.2497, 53.5537], [13.2517, 53.5557], [13.2519, 53.5561],
            [13.2524, 53.5564], [13.2526, 53.5569], [13.2537, 53.5567], [13.2541, 53.5568], [13.2543, 53.5556], [13.2545, 53.5552],
            [13.2575, 53.5553], [13.2574, 53.5593], [13.2603, 53.5602], [13.2625, 53.5601]]
    spots = [("Lake shore", 13.2486, 53.5523), ("Gate", 13.2575, 53.5553), ("View", 13.2625, 53.5601)]
    return collection([("LineString", walk, {"name": "Walk", "stroke": "#b0306a", "stroke-width": 4})]
                      + [("Point", [x, y], {"name": name, "marker-color": "#b0306a"}) for name, x, y in spots])


RAIN = ((0.10, (140, 190, 235), 90), (0.22, (80, 150, 225), 120), (0.38, (60, 105, 205), 140), (0.55, (70, 175, 120), 150),
        (0.72, (240, 205, 80), 160), (0.9, (232, 120, 60), 170))


def noise(x, y):
    """Smooth, between -1 and 1, of four sizes; the same everywhere."""
    def corner(i, j):
        number = (i * 374761393 + j * 668265263) & 0xFFFFFFFF
        number = ((number ^ (number >> 13)) * 1274126177) & 0xFFFFFFFF
        return (number ^ (number >> 16)) / 0x7FFFFFFF - 1
    total, size, weight = 0.0, 96.0, 0.5
    for _ in range(4):
        i, j = math.floor(x / size), math.floor(y / size)
        u, v = x / size - i, y / size - j
        u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
        total += weight * ((corner(i, j) * (1 - u) + corner(i + 1, j) * u) * (1 - v)
                           + (corner(i, j + 1) * (1 - u) + corner(i + 1, j + 1) * u) * v)
        size, weight = size / 2, weight / 2
    return total


def rain():
    """A GeoTIFF of showers, in the colours of a radar that let the map through."""
    width, height, west, north, step = 512, 512, 13.08, 53.69, 0.0006
    rows = bytearray()
    for y in range(height):
        for x in range(width):
            force = sum(power * math.exp(-((x - a) ** 2 + (y - b) ** 2 * 1.6) / size ** 2)
                        for a, b, size, power in ((210, 160, 80, 0.7), (300, 240, 56, 0.9), (120, 330, 80, 0.5), (410, 120, 60, 0.6)))
            share = force + 0.45 * noise(x, y) * min(force * 3 + 0.15, 1) - 0.05
            color, alpha = next(((color, alpha) for least, color, alpha in reversed(RAIN) if share >= least), ((0, 0, 0), 0))
            rows += bytes((*color, alpha))
    doubles = struct.pack("<3d", step, step, 0) + struct.pack("<6d", 0, 0, 0, west, north, 0)
    keys = struct.pack("<16H", 1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326)
    count, start = 13, 8
    extra = start + 2 + 12 * count + 4
    bits, scale, tie, geo = extra, extra + 8, extra + 32, extra + 80
    data = geo + len(keys)
    entries = [(256, 4, 1, width), (257, 4, 1, height), (258, 3, 4, bits), (259, 3, 1, 1), (262, 3, 1, 2), (273, 4, 1, data),
               (277, 3, 1, 4), (278, 4, 1, height), (279, 4, 1, len(rows)), (338, 3, 1, 2), (33550, 12, 3, scale), (33922, 12, 6, tie),
               (34735, 3, 16, geo)]
    directory = struct.pack("<H", count) + b"".join(struct.pack("<HHII", *entry) for entry in entries) + struct.pack("<I", 0)
    return struct.pack("<2sHI", b"II", 42, start) + directory + struct.pack("<4H", 8, 8, 8, 8) + doubles + keys + bytes(rows)


def model():
    """A tower of three blocks, 24 m high."""
    vertices, indices = [], []
    for half, bottom, top in ((7, 0, 9), (5, 9, 17), (3, 17, 24)):
        corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
        walls = [(corners[i], corners[(i + 1) % 4]) for i in range(4)]
        for (ax, az), (bx, bz) in walls:
            normal = ((az + bz) and 0 or (1 if ax > 0 else -1), 0, 0) if ax == bx else (0, 0, 1 if az > 0 else -1)
            quad(vertices, indices, [(ax, bottom, az), (ax, top, az), (bx, top, bz), (bx, bottom, bz)], normal)
        quad(vertices, indices, [(x, top, z) for x, z in reversed(corners)], (0, 1, 0))
    positions = b"".join(struct.pack("<3f", *vertex[0]) for vertex in vertices)
    normals = b"".join(struct.pack("<3f", *vertex[1]) for vertex in vertices)
    numbers = struct.pack(f"<{len(indices)}H", *indices)
    data = base64.b64encode(positions + normals + numbers).decode()
    views = [{"buffer": 0, "byteOffset": at, "byteLength": len(part)} for at, part in
             ((0, positions), (len(positions), normals), (2 * len(positions), numbers))]
    count = len(vertices)
    return json.dumps({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "NORMAL": 1}, "indices": 2, "material": 0}]}],
        "materials": [{"doubleSided": True, "pbrMetallicRoughness": {
            "baseColorFactor": [0.6, 0.1, 0.05, 1], "metallicFactor": 0, "roughnessFactor": 0.8}}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": count, "type": "VEC3", "min": [-7, 0, -7], "max": [7, 24, 7]},
                      {"bufferView": 1, "componentType": 5126, "count": count, "type": "VEC3"},
                      {"bufferView": 2, "componentType": 5123, "count": len(indices), "type": "SCALAR"}],
        "bufferViews": views,
        "buffers": [{"byteLength": len(positions + normals + numbers), "uri": f"data:application/octet-stream;base64,{data}"}]})


def quad(vertices, indices, corners, normal):
    first = len(vertices)
    vertices += [(corner, normal) for corner in corners]
    indices += [first, first + 1, first + 2, first, first + 2, first + 3]


def write_data(folder):
    folder.mkdir(parents=True, exist_ok=True)
    files = {"traffic": ("traffic.geojson", traffic), "indoor": ("indoor.geojson", indoor), "places": ("places.geojson", places),
             "rain": ("rain.tif", rain), "model": ("tower.gltf", model)}
    for name, make in files.values():
        content = make()
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return {key: str(folder / name) for key, (name, _) in files.items()}


# Pictures.


def draw(program, view, style, files, folder):
    name = f"{view['name']}-{style}.png"
    picture, before = folder / name, folder / "before" / name
    old = picture.read_bytes() if picture.exists() else None
    arguments = shlex.split(view["arguments"].format(**files))
    ran = subprocess.run(
        [program, "snapshot", *arguments, "--style", style, "--no-demo", "--no-cache", "--offline", "--size", SIZE,
         "-o", str(picture)], capture_output=True, text=True)
    if ran.returncode not in (0, 3) or not picture.exists():
        return view["name"], style, "failed", ran.stderr.strip()
    if old is None:
        return view["name"], style, "new", ran.stderr.strip()
    if old == picture.read_bytes():
        return view["name"], style, "same", ran.stderr.strip()
    before.write_bytes(old)
    return view["name"], style, "changed", ran.stderr.strip()


def figure(view, style, state, message):
    name = f"{view['name']}-{style}.png"
    if state == "failed":
        return f'<figure class="missing">{style}: {html.escape(message)}</figure>'
    old = f'<figure><img loading="lazy" src="before/{name}"><figcaption>{style}, before</figcaption></figure>' if state == "changed" else ""
    note = f": {html.escape(message)}" if message else ""
    mark = ' class="changed"' if state == "changed" else ""
    return f'{old}<figure{mark}><img loading="lazy" src="{name}"><figcaption>{style}{note}</figcaption></figure>'


def page(chosen, results):
    body, group = [], None
    for view in chosen:
        if view["group"] != group:
            group = view["group"]
            body.append(f"<h2>{html.escape(group)}</h2>")
        figures = "".join(figure(view, style, *results[view["name"], style]) for style in STYLES)
        body.append(f"<h3>{html.escape(view['title'])} <code>{html.escape(view['arguments'])}</code></h3><div class=\"row\">{figures}</div>")
    states = [state for state, _ in results.values()]
    counts = ", ".join(f"{states.count(state)} {state}" for state in ("new", "changed", "same", "failed") if state in states)
    return PAGE.format(summary=f"{len(chosen)} views in {len(STYLES)} styles: {counts}.", body="\n".join(body)), counts


def main():
    root, program, wanted = pathlib.Path(sys.argv[1]), sys.argv[2], set(sys.argv[3:])
    chosen = [view for view in views(root / "Scripts/gallery.txt") if not wanted or {view["name"], view["group"]} & wanted]
    if not chosen:
        raise SystemExit("overlook: error: no view of Scripts/gallery.txt has such a name or group")
    folder = root / ".build/gallery"
    (folder / "before").mkdir(parents=True, exist_ok=True)
    files = write_data(folder / "data")
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        jobs = [pool.submit(draw, program, view, style, files, folder) for view in chosen for style in STYLES]
        results = {(name, style): (state, message) for name, style, state, message in (job.result() for job in jobs)}
    text, counts = page(chosen, results)
    (folder / "index.html").write_text(text)
    print(f"{folder / 'index.html'}: {counts}")
    sys.exit(1 if any(state == "failed" for state, _ in results.values()) else 0)


main()
