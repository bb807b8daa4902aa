const parents = {
  ObjectExpression: new Set(['ObjectExpression']),
  ArrayExpression: new Set(['ArrayExpression', 'CallExpression', 'NewExpression']),
};

/**
 * The formatter decides how code is laid out: a literal is not spread into a literal of the same kind to put several
 * entries on one line, and no comment switches the formatter off.
 */
export const layoutByFormatter = {
  meta: { type: 'layout', schema: [] },
  create: (context) => ({
    SpreadElement(node) {
      if (parents[node.argument.type]?.has(node.parent.type))
        context.report({ node, message: 'Write the entries themselves instead of spreading a literal.' });
    },
    Program() {
      for (const comment of context.sourceCode.getAllComments())
        if (/^\s*(?:prettier|oxfmt)-ignore\b/.test(comment.value))
          context.report({ node: comment, message: 'The formatter lays out all code: remove this comment.' });
    },
  }),
};
