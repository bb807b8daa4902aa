const declares = new Set(['it', 'test', 'beforeAll', 'afterAll', 'beforeEach', 'afterEach']);

/** `it` of `it.each([…])('…', …)`, of `it.only(…)` and of `it(…)`. */
function rootOf(callee) {
  let node = callee;
  while (node.type !== 'Identifier') {
    node = node.callee ?? node.object ?? node.tag;
    if (node === undefined) return undefined;
  }
  return node.name;
}

const isNumber = (node) =>
  (node?.type === 'Literal' && typeof node.value === 'number') ||
  (node?.type === 'BinaryExpression' && isNumber(node.left) && isNumber(node.right));

/**
 * A time-out of a test bounds a hang, and no test fails because a machine is slow: jest.config.mjs and `WAIT_MS` of
 * test/_support/eventually.ts have the only two. What needs more has a constant with its reason.
 */
export const testTimeouts = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      number:
        'Leave the time-out to jest.config.mjs and WAIT_MS (test/_support/eventually.ts); what needs more names its reason in a constant.',
    },
  },
  create: (context) => ({
    CallExpression(node) {
      const last = node.arguments.at(-1);
      const name = rootOf(node.callee);
      const waits = (declares.has(name) && node.arguments.length > 1) || name === 'eventually';
      const setsAll = name === 'jest' && node.callee.property?.name === 'setTimeout';
      if ((waits || setsAll) && isNumber(last)) context.report({ node: last, messageId: 'number' });
    },
  }),
};
