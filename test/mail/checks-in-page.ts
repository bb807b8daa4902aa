/** Checks that run in the page of a browser, hence texts. */

/** What both checks share in the page. */
const contrastInPage = `
  const channels = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
  const linear = (one) => (one / 255 <= 0.04045 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ([r = 0, g = 0, b = 0]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);`;

/** Runs in the page, hence a text: every text with less contrast than `least`, and what is wider than the window. */
export const unreadableTexts = `(least) => {
  ${contrastInPage}
  const found = [];
  const over = document.documentElement.scrollWidth - window.innerWidth;
  if (over > 0) found.push(over + ' px wider than the window');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent.replace(/[\\s\\u034f\\u200c\\u00a0]+/g, ' ').trim();
    const hidden = element.closest('[style*="opacity:0"]') || element.getClientRects().length === 0;
    if (text === '' || hidden || getComputedStyle(element).fontSize === '0px') continue;
    let ground = element;
    while (ground && channels(getComputedStyle(ground).backgroundColor)[3] === 0) ground = ground.parentElement;
    const [fore, back] = [getComputedStyle(element).color, ground ? getComputedStyle(ground).backgroundColor : 'rgb(255,255,255)'];
    const [light, dark] = [luminance(channels(fore)), luminance(channels(back))].sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05);
    if (ratio < least) found.push(text.slice(0, 40) + ': ' + ratio.toFixed(2) + ' to 1 (' + fore + ' on ' + back + ')');
  }
  return found;
}`;

/** Runs in the page: pictures whose alternative text is cut off, hard to read or missing. */
export const unreadablePictures = `(least) => {
  ${contrastInPage}
  const canvas = document.createElement('canvas').getContext('2d');
  return [...document.images].flatMap((image) => {
    if (image.naturalWidth > 0) return [image.src + ' was loaded'];
    if (image.alt === '') return [image.src + ' has no words'];
    const style = getComputedStyle(image);
    canvas.font = style.fontWeight + ' ' + style.fontSize + ' ' + style.fontFamily;
    const needed = canvas.measureText(image.alt).width;
    const box = image.getBoundingClientRect();
    const lines = Math.max(1, Math.floor(box.height / parseFloat(style.lineHeight)) || 1);
    const found = [];
    if (box.width * lines < needed) found.push(image.alt + ' is cut off: ' + box.width + ' of ' + needed + ' px');
    let ground = image;
    while (ground && channels(getComputedStyle(ground).backgroundColor)[3] === 0) ground = ground.parentElement;
    const back = ground ? getComputedStyle(ground).backgroundColor : 'rgb(255,255,255)';
    const [light, dark] = [luminance(channels(style.color)), luminance(channels(back))].sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05);
    if (ratio < least) found.push(image.alt + ': ' + ratio.toFixed(2) + ' to 1 (' + style.color + ' on ' + back + ')');
    return found;
  });
}`;
