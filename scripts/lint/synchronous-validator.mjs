const message = 'The validator of an update is synchronous: the engine does not wait for it.';
const functions = new Set(['ArrowFunctionExpression', 'FunctionExpression']);

/** Refuses `validator: async () => …`, whose promise the engine takes for a consent. */
export const synchronousValidator = {
  meta: { type: 'problem', schema: [] },
  create: (context) => ({
    Property({ key, value }) {
      if (key.name === 'validator' && functions.has(value.type) && value.async)
        context.report({ node: value, message });
    },
  }),
};
