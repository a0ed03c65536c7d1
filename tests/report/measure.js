// SPDX-License-Identifier: MIT
// Measures the page that it stands in and tells its frame what is wrong: texts of a picture that overlap or are cut, text
// whose contrast with what is behind it is less than 4.5 to 1, a page that is to be moved sideways.
'use strict';

function channels(colour) {
    const found = colour.match(/[\d.]+/g);
    return found ? [...found.map(Number), 1].slice(0, 4) : [0, 0, 0, 0];
}

function over(top, below) {
    return [0, 1, 2].map(i => top[3] * top[i] + (1 - top[3]) * below[i]).concat(1);
}

function luminance(colour) {
    const [r, g, b] = colour.map(value => value / 255).map(value => value <= .04045 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b;
}

function contrast(a, b) {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (high + .05) / (low + .05);
}

const dark = matchMedia('(prefers-color-scheme: dark)').matches;

function ground(element) {
    const layers = [];
    for (let at = element; at; at = at.parentElement)
        layers.push(channels(getComputedStyle(at).backgroundColor));
    const knowsDark = getComputedStyle(document.documentElement).colorScheme.includes('dark');
    return layers.reverse().reduce((below, layer) => over(layer, below), dark && knowsDark ? [18, 18, 18, 1] : [255, 255, 255, 1]);
}

function shapesOf(svg) {
    return [...svg.querySelectorAll('rect, circle')].map(element => {
        const style = getComputedStyle(element), fill = channels(style.fill);
        fill[3] = style.fill === 'none' ? 0 : fill[3] * style.fillOpacity * style.opacity;
        return {element, fill, box: element.getBoundingClientRect()};
    }).filter(shape => shape.fill[3] > 0);
}

function behind(text, box, shapes, below) {
    const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
    for (const shape of shapes)
        if (shape.box.left <= x && x <= shape.box.right && shape.box.top <= y && y <= shape.box.bottom &&
            shape.element.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING)
            below = over(shape.fill, below);
    return below;
}

const faults = [];
let texts = 0;

function weak(element, colour, below) {
    texts++;
    const ratio = contrast(over(colour, below), below);
    if (ratio < 4.5)
        faults.push('contrast ' + ratio.toFixed(2) + ' of "' + element.textContent.trim().slice(0, 40) + '"');
}

function overlaps(boxes) {
    boxes.sort((a, b) => a.box.top - b.box.top);
    boxes.forEach((a, i) => {
        for (let j = i + 1; j < boxes.length && boxes[j].box.top < a.box.bottom - .5; j++) {
            const b = boxes[j];
            if (a.box.left < b.box.right - .5 && b.box.left < a.box.right - .5)
                faults.push('overlap of "' + a.text.textContent + '" and "' + b.text.textContent + '"');
        }
    });
}

function measurePicture(svg) {
    const frame = svg.getBoundingClientRect(), shapes = shapesOf(svg), below = ground(svg);
    const boxes = [...svg.querySelectorAll('text')].map(text => ({text, box: text.getBoundingClientRect()}));
    overlaps(boxes);
    for (const {text, box} of boxes) {
        if (box.left < frame.left - .5 || box.right > frame.right + .5 || box.top < frame.top - .5 || box.bottom > frame.bottom + .5)
            faults.push('cut: "' + text.textContent + '"');
        const colour = channels(getComputedStyle(text).fill);
        weak(text, colour, behind(text, box, shapes, below));
    }
}

function measureText() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const seen = new Set();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        if (!node.data.trim() || seen.has(element) || element.closest('svg, script, style') || !element.getClientRects().length)
            continue;
        seen.add(element);
        weak(element, channels(getComputedStyle(element).color), ground(element));
    }
}

addEventListener('load', () => {
    for (const details of document.querySelectorAll('details'))
        details.open = true;
    const pictures = document.querySelectorAll('svg');
    pictures.forEach(measurePicture);
    measureText();
    if (document.documentElement.scrollWidth > innerWidth && !document.documentElement.dataset.wide)
        faults.push('wider than the window: ' + document.documentElement.scrollWidth);
    parent.postMessage(location.pathname.replace(/.*\//, '') + ' ' + innerWidth + ': ' + (dark ? 'dark' : 'light') + ', ' + pictures.length + ' pictures, ' + texts + ' texts: ' +
        (faults.length ? faults.length + ' faults: ' + faults.slice(0, 4).join('; ') : 'right'), '*');
});
