import type { RequestHandler } from 'express';
import type { Route } from '#api/kernel/route.js';
import { accessSettings } from '#domain/access/access.settings.js';
import { assertMayAct } from '#domain/access/acts.js';
import type { Clock } from '#lib/clock.js';
import type { SettingsReader } from '#lib/settings.js';
import { principalOf } from './authenticate.js';

/** Holds a caller against what the act of the route requires, before its body is read. */
export type ActGuard = (route: Pick<Route, 'act' | 'actWhen'>) => RequestHandler[];

export function createActGuard(deps: { clock: Clock; settings: SettingsReader }): ActGuard {
  return ({ act, actWhen }) => {
    if (!act || actWhen) return [];
    return [
      (_request, response, next) => {
        const moneyActMinutes = deps.settings.get(accessSettings.moneyActMinutes);
        assertMayAct(act, principalOf(response) ?? {}, { now: deps.clock.now(), moneyActMinutes });
        next();
      },
    ];
  };
}
