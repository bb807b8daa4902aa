import { target } from '../report.mjs';
import { runBenchProcess } from '../stand/bench-process.mjs';

/** The mail queue and campaigns beside the bare clients that send the same finished mails to the same sandbox. */
export const defaults = { mails: 5_000, recipients: 100_000, customers: 1_000_000, deliveries: 1_000_000 };

export async function run({ options, start }) {
  const { mails, recipients, customers, deliveries } = options;
  const stand = await start({ apps: ['sandboxes'] });
  const inbox = `http://127.0.0.1:${stand.settings.ports.inbox}`;
  const env = { ...stand.env, MAIL_API_BASE_URL: inbox };
  const measured = await runBenchProcess('mails', [mails, recipients, customers, deliveries], env);
  const round = (value) => Math.round(value * 100) / 100;
  const beside = (platform, bare) => ({
    what: platform,
    'mails/s': round(measured[platform].perSecond),
    'CPU a mail, ms': round(measured[platform].cpuMs),
    'bare mails/s': round(measured[bare].perSecond),
    'bare CPU, ms': round(measured[bare].cpuMs),
  });
  const ratio = (platform, bare) => measured[platform].perSecond / measured[bare].perSecond;
  const { resolved, inserted } = measured.audience;
  return {
    tables: {
      'Mails beside the bare client': [
        beside('queue smtp', 'bare smtp'),
        beside('queue mailapi', 'bare mailapi'),
        beside('campaign smtp', 'bare campaign smtp'),
        beside('campaign mailapi', 'bare campaign mailapi'),
      ],
      'Audience, deliveries, memory': [
        { what: 'audience, rows/s', measured: round(resolved.perSecond), beside: round(inserted.perSecond) },
        {
          what: 'list of deliveries, ms',
          measured: round(measured.list.many),
          beside: round(measured.list.few),
        },
        {
          what: 'memory, MB',
          measured: round(measured['campaign mailapi'].memoryMb),
          beside: round(measured['campaign mailapi small'].memoryMb),
        },
      ],
    },
    targets: [
      target('queue by SMTP beside nodemailer', ratio('queue smtp', 'bare smtp'), { least: 0.4 }),
      target('queue by the API beside its client', ratio('queue mailapi', 'bare mailapi'), { least: 0.4 }),
      target('campaign by SMTP beside nodemailer', ratio('campaign smtp', 'bare campaign smtp'), {
        least: 0.5,
      }),
      target('campaign by the API beside its client', ratio('campaign mailapi', 'bare campaign mailapi'), {
        least: 0.6,
      }),
      target('audience beside INSERT … SELECT', inserted.perSecond / resolved.perSecond, { most: 3 }),
      target('list of deliveries beside a hundredth of them', measured.list.many / measured.list.few, {
        most: 1.3,
      }),
      target(
        'memory beside a tenth of the recipients',
        measured['campaign mailapi'].memoryMb / measured['campaign mailapi small'].memoryMb,
        { most: 1.2 },
      ),
    ],
    details: measured,
  };
}
