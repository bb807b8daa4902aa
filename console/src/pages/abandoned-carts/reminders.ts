import type { Declarations } from '../../lib/declarations.js';
import { mayCall, type Session } from '../../lib/session.js';

/** The settings of reminders stand among those of mails. */
export const SETTINGS = '/settings/admin/email';

/** The setting that turns reminders on: the id of a topic of campaigns. */
export const TOPIC_SETTING = 'email.abandoned_cart_topic';

/** Whether the session may choose the topic here. */
export const mayChooseTopic = (declarations: Declarations, session: Session): boolean =>
  ['getAdminCampaignsTopics', 'patchAdminSettingsAdmin', 'getAdminSettingsAdmin'].every((id) =>
    mayCall(declarations.get(id), session),
  );

/** `[1, 24, 72]` is `1 hour, 24 hours and 3 days`. */
export function hoursText(hours: readonly number[]): string {
  const texts = hours.map((count) => {
    if (count >= 48 && count % 24 === 0) return `${count / 24} days`;
    return count === 1 ? '1 hour' : `${count} hours`;
  });
  return [texts.slice(0, -1).join(', '), ...texts.slice(-1)].filter(Boolean).join(' and ');
}
