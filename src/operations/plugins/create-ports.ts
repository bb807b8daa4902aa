import { pluginsErrors } from '#domain/plugins/plugins.errors.js';
import type { PluginPorts, Ports, PortsPlatform, RegisteredPorts } from './plugin-ports.js';

/** Ports that one plugin alone can take. */
const single = [
  'mailer',
  'storage',
  'orderNumbers',
  'shippingProvider',
  'payoutFile',
  'shippingRate',
  'commission',
] as const;

interface OwnPorts {
  plugin: string;
  ports: PluginPorts;
}

/** The id of the provider that is no plugin. */
const COD = 'cod';

function refuseConflicts(all: readonly OwnPorts[]): void {
  for (const port of single) {
    const [first, second] = all.filter(({ ports }) => ports[port]);
    if (second)
      throw new Error(
        `The plugins ${first?.plugin ?? ''} and ${second.plugin} both have the port ${port}, which one alone can take`,
      );
  }
  refuseTakenIds('payment', all, ({ paymentProviders }) => paymentProviders, [[COD, 'the platform']]);
  refuseTakenIds('payout', all, ({ payoutProviders }) => payoutProviders, []);
}

function refuseTakenIds(
  kind: string,
  all: readonly OwnPorts[],
  providersOf: (ports: PluginPorts) => readonly { id: string }[] | undefined,
  platform: [string, string][],
): void {
  const taken = new Map(platform);
  for (const { plugin, ports } of all)
    for (const { id } of providersOf(ports) ?? []) {
      const owner = taken.get(id);
      if (owner) throw new Error(`The ${kind} provider ${id} of the plugin ${plugin} has an id of ${owner}`);
      taken.set(id, `the plugin ${plugin}`);
    }
}

/** What a function of a plugin gives, held to a rule; what it throws or breaks is a 503 that names the plugin. */
function held<Args extends unknown[], Result>(
  { plugin, port }: { plugin: string; port: string },
  call: (...args: Args) => Result,
  rule: { fits: (result: Result) => boolean; text: string } = { fits: () => true, text: '' },
): (...args: Args) => Result {
  return (...args) => {
    let result: Result;
    try {
      result = call(...args);
    } catch (error) {
      throw pluginsErrors.portFailed({ plugin, port }, { cause: error });
    }
    if (rule.fits(result)) return result;
    const cause = new Error(`${port} of the plugin ${plugin} gave ${String(result)}: ${rule.text}`);
    throw pluginsErrors.portFailed({ plugin, port }, { cause });
  };
}

const wholeUpTo = (most: number) => ({
  fits: (value: number | null) => value === null || (Number.isInteger(value) && value >= 0 && value <= most),
  text: `it must be null or a whole number from 0 to ${most}`,
});
/** Subunits, as far as sums of them stay exact. */
const MAX_RATE = 10 ** 12;
const ORDER_NUMBER = {
  fits: (text: string) => /^[A-Z0-9][A-Z0-9-]{2,31}$/.test(text),
  text: 'it must have 3 to 32 of A to Z, 0 to 9 and -',
};

/**
 * The ports of all plugins, made once as a process starts.
 * @throws Error naming the plugins where two take the same one
 */
export function createPorts(registered: readonly RegisteredPorts[], platform: PortsPlatform): Ports {
  const all = registered.map(({ plugin, create }) => ({ plugin, ports: create(platform) }));
  refuseConflicts(all);
  const of = <Port extends (typeof single)[number]>(port: Port) => {
    const owner = all.find(({ ports }) => ports[port]);
    return (
      owner && { plugin: owner.plugin, port, value: owner.ports[port] as NonNullable<PluginPorts[Port]> }
    );
  };
  const [numbers, rate, commission] = [of('orderNumbers'), of('shippingRate'), of('commission')];
  return {
    paymentProviders: all.flatMap(({ ports }) => ports.paymentProviders ?? []),
    payoutProviders: all.flatMap(({ ports }) => ports.payoutProviders ?? []),
    feedTargets: all.flatMap(({ ports }) => ports.feedTargets ?? []),
    mailer: of('mailer')?.value,
    storage: of('storage')?.value,
    shippingProvider: of('shippingProvider')?.value,
    payoutFile: of('payoutFile')?.value,
    orderNumbers: numbers && {
      create: held(numbers, (bytes) => numbers.value.create(bytes), ORDER_NUMBER),
      normalize: held(numbers, (text) => numbers.value.normalize(text), {
        fits: (text: unknown) => typeof text === 'string',
        text: 'it must be text',
      }),
    },
    pricing: {
      shippingRate: rate && held(rate, rate.value, wholeUpTo(MAX_RATE)),
      commission: commission && held(commission, commission.value, wholeUpTo(10_000)),
      discountConditions: all.flatMap(({ plugin, ports }) =>
        (ports.discountConditions ?? []).map((condition) => ({
          name: condition.name,
          holds: held({ plugin, port: 'discountConditions' }, (details) => condition.holds(details)),
          refusal: held({ plugin, port: 'discountConditions' }, (details) => condition.refusal(details)),
        })),
      ),
    },
  };
}
