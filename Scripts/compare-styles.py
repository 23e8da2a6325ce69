"""The work of compare-styles: pictures of MapLibre GL JS in a headless browser beside those of overlook."""

import base64
import json
import pathlib
import subprocess
import sys
import urllib.parse

import numpy
from PIL import Image
from playwright.sync_api import sync_playwright

# How far a channel may be off, of 255, before the pixel counts as another one: the default of pixelmatch, which the render tests
# of MapLibre use.
THRESHOLD = 0.1285 * 255

PAGE = """<!doctype html><style>body { margin: 0 } #map, canvas { position: absolute; left: 0; top: 0 }</style>
<script src="maplibre-gl.js"></script><div id="map"></div><script>
async function render(style, files) {
  const test = style.metadata?.test ?? {};
  const place = document.getElementById("map");
  place.style.width = `${test.width ?? 512}px`;
  place.style.height = `${test.height ?? 512}px`;
  const map = new maplibregl.Map({
    container: place, style, interactive: false, attributionControl: false, fadeDuration: 0, pixelRatio: test.pixelRatio ?? 1,
    maxPitch: test.maxPitch ?? 60, localIdeographFontFamily: false,
    canvasContextAttributes: { preserveDrawingBuffer: true, antialias: false },
    transformRequest: url => ({ url: url.startsWith("file:///") ? files + url.slice(7) : url }),
  });
  await new Promise((done, failed) => {
    setTimeout(() => failed(new Error("not loaded after 20 seconds")), 20000);
    map.once("idle", done);
  });
  const gl = map.painter.context.gl;
  const [width, height] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
  const pixels = new Uint8Array(width * height * 4);
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  let text = "";
  for (let i = 0; i < pixels.length; i += 32768) text += String.fromCharCode.apply(null, pixels.subarray(i, i + 32768));
  return { width, height, pixels: btoa(text) };
}
</script>"""


# Where the browser finds the page and the files that styles name. Nothing listens there: requests are answered here.
FILES = "http://files.invalid"


def answer(route):
    path = pathlib.Path(urllib.parse.unquote(urllib.parse.urlsplit(route.request.url).path))
    if path.is_file():
        route.fulfill(path=path, headers={"Access-Control-Allow-Origin": "*"})
    else:
        route.fulfill(status=404)


def reference(page, style):
    """Premultiplied pixels of GL JS, the upper row first."""
    picture = page.evaluate("([style, files]) => render(style, files)", [style, FILES])
    pixels = numpy.frombuffer(base64.b64decode(picture["pixels"]), numpy.uint8)
    return pixels.reshape(picture["height"], picture["width"], 4)[::-1].astype(float)


def ours(program, path, style, picture):
    """Premultiplied pixels of overlook."""
    test = style.get("metadata", {}).get("test", {})
    size = f"{test.get('width', 512)}x{test.get('height', 512)}"
    command = [program, "snapshot", "--style", path, "--size", size, "--scale", str(test.get("pixelRatio", 1)), "-o", picture]
    subprocess.run(command, check=True, capture_output=True)
    pixels = numpy.asarray(Image.open(picture).convert("RGBA")).astype(float)
    pixels[..., :3] *= pixels[..., 3:] / 255
    return pixels


def save(pixels, picture):
    alpha = numpy.maximum(pixels[..., 3:], 1) / 255
    plain = numpy.concatenate([numpy.clip(pixels[..., :3] / alpha, 0, 255), pixels[..., 3:]], axis=2)
    Image.fromarray(plain.round().astype(numpy.uint8), "RGBA").save(picture)


def main(root, paths):
    folder = root / ".build/compare"
    pictures = folder / "pictures"
    pictures.mkdir(exist_ok=True)
    (folder / "page.html").write_text(PAGE)
    results = []
    with sync_playwright() as tools:
        arguments = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--force-color-profile=srgb"]
        browser = tools.chromium.launch(executable_path="/usr/bin/chromium", args=arguments)
        for path in paths:
            style = json.loads(pathlib.Path(path).read_text())
            name = pathlib.Path(path).stem
            page = browser.new_page(viewport={"width": 1100, "height": 1100})
            try:
                page.route(f"{FILES}/**", answer)
                page.goto(f"{FILES}{folder}/page.html")
                theirs = reference(page, style)
                save(theirs, pictures / f"{name}.maplibre.png")
                own = ours(root / ".build/release/overlook", path, style, pictures / f"{name}.overlook.png")
                share = float((numpy.abs(theirs - own).max(axis=2) > THRESHOLD).mean()) if theirs.shape == own.shape else 1.0
                results.append((share, path, ""))
            except Exception as error:  # One style that cannot be drawn is no reason to leave the others.
                results.append((1.0, path, str(error).splitlines()[0]))
            page.close()
        browser.close()
    for share, path, fault in sorted(results, reverse=True):
        print(f"{100 * share:6.2f} % {path} {fault}".rstrip())
    close = sum(share <= 0.02 for share, _, _ in results)
    print(f"{close} of {len(results)} differ in at most 2 % of the pixels")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), sys.argv[2:])
