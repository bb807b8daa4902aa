import type { MakeFixture } from '../sweeps/fixture-makers.js';

const noteOnOrder: MakeFixture = async ({ fixtures }) => {
  const entity = { entity: 'order', entityId: await fixtures.make('order') };
  const fit = (json: unknown) => ({ ...(json as object), ...entity });
  return { body: { ...entity, text: 'The buyer asked for a morning delivery' }, fit };
};

export const notesRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'POST /admin/notes': noteOnOrder,
};
