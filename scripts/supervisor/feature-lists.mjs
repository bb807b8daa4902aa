import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { entityFactoryList } from './entity-order.mjs';
import { customFieldList, feedList } from './declared-lists.mjs';
import { allFeatures, exportsIn } from './features.mjs';
import { collect, enclosed, HEAD, importsOf, key, lines, quoted, refuseDuplicates } from './list-text.mjs';
import { inProject } from './paths.mjs';
import { refuseShadowingRoutes } from './plugin-routes.mjs';

/**
 * The lists in which each layer names what its features have. They are plain code, so that floors, types and bundles
 * know every feature when they are built; nothing is registered while a process runs.
 */

/** A workflow as its file exports it. */
const WORKFLOW = /^export const (\w+): WorkflowOf/gm;
const camel = (slug) => slug.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
const spread = ({ name }) => `...${name}`;

/** A list of tables: `export const <name>: <type> = [ …, ]` or an object of spreads. */
function table(
  file,
  {
    doc,
    name,
    type,
    typeImport = '',
    layer,
    ending,
    pattern,
    line = spread,
    open = '[',
    made = (body) => body,
  },
) {
  return {
    file,
    render(features) {
      const items = refuseDuplicates(collect(features, layer, ending, pattern), file);
      const body = made(enclosed(lines(items, line), open));
      return `${HEAD}${typeImport}${importsOf(items)}\n/** ${doc} */\nexport const ${name}${type ? `: ${type}` : ''} = ${body};\n`;
    },
  };
}

const slugList = {
  file: 'src/domain/slugs.ts',
  render: (features) => `${HEAD}
/** The features, by the name that their folders have in each layer and in the tests, and that their tables begin with. */
export const slugs = [
${lines(features, ({ slug }) => quoted(slug))}] as const;
export type Slug = (typeof slugs)[number];
`,
};

const featureList = {
  file: 'src/domain/features.ts',
  render(features) {
    const items = features.map(({ slug, layers }) => ({
      name: `${camel(slug)}Feature`,
      from: `${layers.domain.specifier}/${slug}.feature.js`,
    }));
    return `${HEAD}import type { Feature } from './_shared/feature.js';
${importsOf(items)}
/** What each feature says of itself. */
export const features = [
${lines(items, ({ name }) => name)}] as const satisfies readonly Feature[];
`;
  },
};

const errorList = table('src/domain/error-catalogues.ts', {
  doc: 'The errors of every feature, by its slug; those of the platform are beside them in `errors.ts`.',
  name: 'featureErrors',
  type: 'Readonly<Record<string, ErrorCatalogue>>',
  typeImport: `import type { ErrorCatalogue } from './_shared/error-catalogue.js';\n`,
  layer: 'domain',
  ending: '.errors.ts',
  pattern: /^export const (\w+Errors)\b/gm,
  line: ({ slug, name }) => `${key(slug)}: ${name}`,
  open: '{',
});

const settingList = table('src/domain/setting-tables.ts', {
  doc: 'The settings of every feature.',
  name: 'settingTables',
  type: 'readonly Readonly<Record<string, Setting<unknown>>>[]',
  typeImport: `import type { Setting } from './_shared/setting.js';\n`,
  layer: 'domain',
  ending: '.settings.ts',
  pattern: /^export const (\w+Settings)\b/gm,
  line: ({ name }) => name,
});

const eventList = table('src/domain/event-tables.ts', {
  doc: 'The events of every feature.',
  name: 'eventTables',
  layer: 'domain',
  ending: '.events.ts',
  pattern: /^export const (\w+Events) = \{/gm,
  line: ({ name }) => name,
});

const openFlowList = table('src/db/open-flow-tables.ts', {
  doc: 'Which entities have work left, for each subscription that starts a run for one.',
  name: 'openFlows',
  type: 'Readonly<Record<string, string>>',
  layer: 'db',
  ending: '-open-flows-sql.ts',
  pattern: /^export const (\w+OpenFlows)\b/gm,
  open: '{',
});

const tableList = table('src/db/feature-tables.ts', {
  doc: 'The columns of the tables of every feature, by the names of the tables.',
  name: 'featureTables',
  layer: 'db',
  ending: 'columns.ts',
  pattern: /^export const (\w+Tables) = \{/gm,
  open: '{',
});

const attentionList = table('src/db/attention-kinds.ts', {
  doc: 'What waits for a person, by the features that declare it.',
  name: 'attentionKinds',
  type: 'readonly AttentionKind[]',
  typeImport: `import type { AttentionKind } from '#db/kernel/attention-kind.js';\n`,
  layer: 'db',
  ending: '-attention-sql.ts',
  pattern: /^export const (\w+Attention)\b/gm,
});

const personalDataList = table('src/db/personal-data-tables.ts', {
  doc: 'Which tables hold personal data, what of it a file contains, and what erasure does: the declarations of all features.',
  name: 'personalData',
  type: 'readonly PersonalData[]',
  typeImport: `import type { PersonalData } from '#db/kernel/personal-data.js';\n`,
  layer: 'db',
  ending: '-personal-data-sql.ts',
  pattern: /^export const (\w+PersonalData)\b/gm,
  line: ({ name }) => name,
});

const subscriptionList = table('src/events/subscriptions.ts', {
  doc: 'Which subscriptions each event reaches: the tables of all features, `<slug>.subscriptions.ts`.',
  name: 'subscriptions',
  type: 'readonly Subscription[]',
  typeImport: `import type { Subscription } from './subscription.js';\n`,
  layer: 'events',
  ending: '.subscriptions.ts',
  pattern: /^export const (\w+Subscriptions)\b/gm,
});

/** Which of the subscriptions are whose, for the set-up of the engine after a plugin is taken out. */
const pluginSubscriptionList = {
  file: 'src/events/plugin-subscriptions.ts',
  render(features) {
    const plugins = features.filter(({ plugin }) => plugin);
    const items = collect(plugins, 'events', '.subscriptions.ts', /^export const (\w+Subscriptions)\b/gm);
    const own = (slug) =>
      items
        .filter((item) => item.slug === slug)
        .map(spread)
        .join(', ');
    return `${HEAD}import type { Subscription } from './subscription.js';
${importsOf(items)}
/** The subscriptions of each plugin. */
export const pluginSubscriptions: Readonly<Record<string, readonly Subscription[]>> = ${enclosed(
      lines(plugins, ({ slug }) => `${key(slug)}: [${own(slug)}]`),
      '{',
    )};
`;
  },
};

const queueList = table('src/activities/feature-queues.ts', {
  doc: 'What each feature gives to the workers, by its `<slug>.queues.ts`.',
  name: 'featureQueues',
  layer: 'activities',
  ending: '.queues.ts',
  pattern: /^export (?:const|function) (create\w+Queues)\b/gm,
  line: ({ name }) => name,
});

const scheduleList = table('src/workflows/schedules.ts', {
  doc: 'Everything that runs by the clock: the tables of all features, `<slug>.schedules.ts`.',
  name: 'schedules',
  type: 'readonly Schedule[]',
  typeImport: `import type { Schedule } from '#workflows/_shared/schedule.js';\n`,
  layer: 'workflows',
  ending: '.schedules.ts',
  pattern: /^export const (\w+Schedules)\b/gm,
});

const routeList = table('src/api/routes.ts', {
  doc: 'Every operation of the platform.',
  name: 'allRoutes',
  type: 'readonly Route[]',
  typeImport: `import { withEditTags } from '#api/kernel/edit-tags.js';\nimport type { Route } from '#api/kernel/route.js';\n`,
  made: (body) => `withEditTags(${body})`,
  layer: 'api',
  ending: '.routes.ts',
  pattern: /^export const (\w+Routes) =/gm,
});

const webhookList = table('src/api/webhook-events.ts', {
  doc: 'What webhook endpoints are sent: the declarations of all features, `<slug>.webhooks.ts`.',
  name: 'webhookEvents',
  type: 'readonly WebhookEvent[]',
  typeImport: `import type { WebhookEvent } from '#operations/outbound-webhooks/webhook-event.js';\n`,
  layer: 'api',
  ending: '.webhooks.ts',
  pattern: /^export const (\w+Webhooks)\b/gm,
});

const workflowList = {
  file: 'src/workflows/index.ts',
  render(features) {
    const items = collect(features, 'workflows', '.workflow.ts', WORKFLOW);
    refuseDuplicates(items, 'src/workflows/index.ts');
    const exported = items.map(({ name, from }) => `export { ${name} } from '${from}';\n`).join('');
    return `${HEAD}/** The workflows of the platform: the entry of the bundle. A test holds this list to the contracts. */\n${exported}`;
  },
};

/**
 * Use cases of a feature: what its `<slug>.services.ts` wires, or else each `create<Name>Service(platform)` of its
 * `*.service.ts`, under `<name>`.
 */
const serviceList = {
  file: 'src/api/feature-services.ts',
  render(features) {
    const wired = collect(
      features,
      'api',
      '.services.ts',
      /^export (?:const|function) (create\w+Services)\b/gm,
    );
    const single = collect(features, 'api', '.service.ts', /^export function (create\w+Service)\b/gm).filter(
      ({ slug }) => !wired.some((item) => item.slug === slug),
    );
    const items = [...wired, ...single].sort((first, second) => (first.from < second.from ? -1 : 1));
    refuseDuplicates(items, 'src/api/feature-services.ts');
    const keyOf = (name) => name.charAt(6).toLowerCase() + name.slice(7, -'Service'.length);
    const line = (item) => {
      if (!wired.includes(item)) return `${keyOf(item.name)}: sharedService(platform, ${item.name})`;
      const takesOptions = readFileSync(inProject(item.file), 'utf8').includes('options: ServiceOptions');
      return `...${item.name}(platform${takesOptions ? ', options' : ''})`;
    };
    return `${HEAD}import type { ServiceOptions } from '#api/kernel/service-options.js';
import { sharedService } from '#api/kernel/shared-service.js';
import type { Platform } from '#operations/platform.js';
${importsOf(items)}
/** The use cases of every feature. */
export const createFeatureServices = (platform: Platform, options: ServiceOptions) => ({
${lines(items, line)}});
`;
  },
};

/** The plugins with the beginnings of their tables, as migrations know them. */
const pluginList = {
  file: 'src/domain/plugins.ts',
  render: (features) => `${HEAD}import type { RegisteredPlugin } from './_shared/registered-plugin.js';

/** The plugins of this installation. */
export const plugins: readonly RegisteredPlugin[] = ${enclosed(
    lines(
      features.filter(({ plugin }) => plugin),
      ({ slug, plugin, layers }) => {
        const workflows = exportsIn(layers.workflows, '.workflow.ts', WORKFLOW).map(({ name }) =>
          quoted(name),
        );
        return `{ name: '${slug}', version: '${plugin.version}', prefix: '${plugin.prefix}', workflows: [${workflows.join(', ')}] }`;
      },
    ),
  )};
`,
};

const hookList = table('src/operations/plugin-hooks.ts', {
  doc: 'The hooks of all plugins, `operations/<name>.hooks.ts`, in the order of their names.',
  name: 'pluginHooks',
  type: 'readonly PluginHooks[]',
  typeImport: `import type { PluginHooks } from '#operations/plugins/place-order-hooks.js';\n`,
  layer: 'operations',
  ending: '.hooks.ts',
  pattern: /^export const (\w+Hooks)\b/gm,
  line: ({ slug, name }) => `{ plugin: '${slug}', hooks: ${name} }`,
});

const portList = {
  file: 'src/operations/plugin-ports.ts',
  render(features) {
    const plugins = features.filter(({ plugin }) => plugin);
    const items = collect(plugins, 'operations', '.ports.ts', /^export function (create\w+Ports)\b/gm);
    const list = enclosed(lines(items, ({ slug, name }) => `{ plugin: '${slug}', create: ${name} }`));
    return `${HEAD}import type { RegisteredPorts } from '#operations/plugins/plugin-ports.js';
${importsOf(refuseDuplicates(items, 'src/operations/plugin-ports.ts'))}
/** The ports of all plugins, \`operations/<name>.ports.ts\`. */
export const pluginPorts: readonly RegisteredPorts[] = ${list};
`;
  },
};

/** Reports of plugins; one whose name begins with `vendor` is for vendors. */
const reportList = {
  file: 'src/db/plugins.report.ts',
  render(features) {
    const plugins = features.filter(({ plugin }) => plugin);
    const items = collect(plugins, 'db', '.report.ts', /^export const (\w+Report): ReportDefinition/gm);
    const ofVendors = ({ name }) => name.startsWith('vendor');
    const list = (wanted) => `[${wanted.map(({ name }) => name).join(', ')}]`;
    return `${HEAD}import type { ReportDefinition } from '#db/reports/report-sql.js';
${importsOf(refuseDuplicates(items, 'src/db/plugins.report.ts'))}
/** The reports of all plugins, \`db/<name>.report.ts\`. */
export const pluginReports: Readonly<Record<'platform' | 'vendor', readonly ReportDefinition[]>> = {
  platform: ${list(items.filter((item) => !ofVendors(item)))},
  vendor: ${list(items.filter(ofVendors))},
};
`;
  },
};

const fixtureList = {
  file: 'test/sweeps/feature-route-fixtures.ts',
  render(features) {
    const items = features.flatMap(({ tests, testsSpecifier }) =>
      exportsIn(
        { folder: tests, specifier: testsSpecifier },
        '.route-fixtures.ts',
        /^export const (\w+RouteFixtures)\b/gm,
      ),
    );
    return `${HEAD}${importsOf(items)}import type { MakeFixture } from './fixture-makers.js';

/** What the routes of features need beyond a fresh row of each entity, by their names. */
export const featureRouteFixtures: Readonly<Record<string, MakeFixture>> = {
${lines(items, spread)}};
`;
  },
};

const lists = [
  slugList,
  featureList,
  pluginList,
  errorList,
  settingList,
  customFieldList,
  feedList,
  eventList,
  openFlowList,
  tableList,
  attentionList,
  personalDataList,
  reportList,
  subscriptionList,
  pluginSubscriptionList,
  queueList,
  hookList,
  portList,
  scheduleList,
  workflowList,
  routeList,
  webhookList,
  serviceList,
  fixtureList,
  entityFactoryList(HEAD),
];

/** The generated lists, as paths within the project. */
export const listFiles = lists.map(({ file }) => file);

/** The text of each list as it should be, by its path within the project; those of tests only where there are tests. */
export async function featureLists() {
  const features = await allFeatures();
  refuseShadowingRoutes(features);
  const wanted = lists.filter(({ file }) => !file.startsWith('test/') || existsSync(inProject('test')));
  return Object.fromEntries(wanted.map(({ file, render }) => [file, render(features)]));
}

/**
 * Writes the lists that are stale.
 * @returns {Promise<string[]>} the files written, paths within the project
 */
export async function writeFeatureLists() {
  const stale = Object.entries(await featureLists()).filter(
    ([file, text]) => !existsSync(inProject(file)) || readFileSync(inProject(file), 'utf8') !== text,
  );
  for (const [file, text] of stale) writeFileSync(inProject(file), text);
  return stale.map(([file]) => file);
}
