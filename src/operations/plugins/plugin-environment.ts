import type { Environment } from '#domain/_shared/haat-config.js';
import type { Config } from '#lib/config.js';

/** The environment as the options of plugins read it: variables of the platform have the values in effect, defaults included. */
export function pluginEnvironment(config: Config, given: Environment): Environment {
  const inEffect = Object.entries(config).flatMap(([name, value]: [string, unknown]) =>
    /^[A-Z]/.test(name) && ['string', 'number', 'boolean'].includes(typeof value)
      ? [[name, String(value)] as const]
      : [],
  );
  return { ...given, ...Object.fromEntries(inEffect) };
}
