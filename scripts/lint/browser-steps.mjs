/** What acts on a page whatever its receiver is. */
const acts = new Set(['click', 'goBack', 'goForward', 'goto', 'tap', 'uploadFile', 'waitForNavigation']);
/** What does so on a page, its keyboard, or what a locator finds. */
const actsOnPage = new Set(['check', 'down', 'fill', 'press', 'reload', 'select', 'type', 'up']);
/** `act` waits for what its step has caused; the others run within the page. */
const around = new Set(['act', 'evaluate', '$eval', '$$eval']);

const nameOf = (callee) => (callee.type === 'MemberExpression' ? callee.property.name : callee.name);

/** The page, its keyboard or its mouse, or a locator. */
function isPage(node) {
  if (node.type === 'CallExpression') return nameOf(node.callee) === 'locator';
  return /^(page|keyboard|mouse)$/.test(node.type === 'MemberExpression' ? node.property.name : node.name);
}

function isWithinStep(node) {
  for (let at = node.parent; at; at = at.parent)
    if (at.type === 'CallExpression' && around.has(nameOf(at.callee))) return true;
  return false;
}

/**
 * Tests act on a page by the steps of test/_support/browser.ts, which wait for the response or the navigation that they
 * cause: puppeteer's own methods return before, and the next step then depends on the speed of the machine.
 */
export const browserSteps = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      step: 'Use a step of test/_support/browser.ts (visit, click, clickOn, fill …, or act), which waits for what it causes.',
    },
  },
  create: (context) => ({
    CallExpression(node) {
      const { callee } = node;
      if (callee.type !== 'MemberExpression') return;
      const { name } = callee.property;
      if (!acts.has(name) && !(actsOnPage.has(name) && isPage(callee.object))) return;
      if (!isWithinStep(node)) context.report({ node, messageId: 'step' });
    },
  }),
};
