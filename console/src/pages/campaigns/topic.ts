import { useQuery } from '@tanstack/react-query';
import type { RowOf } from 'haat-client';
import { data } from '../../lib/api.js';

export type Topic = RowOf<'getAdminCampaignsTopics'>;

/** What a topic is called here: in the language of the browser, else by its first name. */
export function nameOf({ names }: Pick<Topic, 'names'>): string {
  const own = names.find(({ locale }) => navigator.language.toLowerCase().startsWith(locale.toLowerCase()));
  return (own ?? names[0])?.name ?? '';
}

/** All topics in their order, archived ones included. */
export const useTopics = () =>
  useQuery({
    queryKey: ['getAdminCampaignsTopics'],
    queryFn: ({ signal }) => data('getAdminCampaignsTopics', { signal }),
  });

/** The usual ones, for a store that begins. */
export const usualTopics = [
  {
    optIn: false,
    names: [
      { locale: 'en', name: 'Offers' },
      { locale: 'hi', name: 'ऑफ़र' },
    ],
  },
  {
    optIn: false,
    names: [
      { locale: 'en', name: 'News' },
      { locale: 'hi', name: 'समाचार' },
    ],
  },
  {
    optIn: true,
    names: [
      { locale: 'en', name: 'New sellers' },
      { locale: 'hi', name: 'नए विक्रेता' },
    ],
  },
];

const reasons: Record<string, string> = {
  unverified: 'Address not verified',
  topic: 'Unsubscribed from the topic',
  inactive: 'Inactive for months',
  weekly_limit: 'Had enough campaigns this week',
  cancelled: 'Campaign cancelled',
  hard_bounce: 'Address does not exist',
  complaint: 'Reported a mail as spam',
  unsubscribe: 'Unsubscribed from everything',
  manual: 'On the suppression list by hand',
};

/** Why somebody was skipped, in words. */
export const skippedFor = (reason: string): string => reasons[reason] ?? reason;
