import { isEncoded, linkPart } from '#domain/mail/link-part.js';
import { escapeHtml } from '#integrations/http/escape-html.js';
import { randomToken } from '#lib/crypto.js';
import { fillIn, segmentsOf, variablesIn } from './template-language.js';

/** Variables that differ from recipient to recipient. */
const PERSONAL = ['customer_name', 'unsubscribe_url'];
const OWN_LINKS = ['store_url', 'unsubscribe_url'];
/** Not in any language, so that a mark is never a part of what an author writes. */
const [OPEN, CLOSE, CLOSE_IN_LINK] = ['\ue000', '\ue001', '\ue002'];
const MARK = /\ue000(\d+)([\ue001\ue002])/g;

type Values = Readonly<Record<string, string>>;

/** A place that is filled in for each recipient. */
export interface CampaignSlot {
  /** What stands there until then: nobody can guess it. */
  marker: string;
  output: string;
  /** `url`: within a link, percent-encoded. */
  form: 'html' | 'plain' | 'line' | 'url';
}

/**
 * Keeps what an author filled in apart from what is written around it, until the markup is made: a name that is markup
 * stays letters, and whatever a recipient's name holds is no Markdown.
 */
export function createCampaignSlots(values: Values) {
  const outputs: string[] = [];
  /** Places in `outputs` of the platform's own variables. */
  const internal = new Map<number, string>();
  const slots: CampaignSlot[] = [];
  const key = randomToken(6).replace(/[^A-Za-z0-9]/g, 'x');

  function isPersonal(output: string): boolean {
    if (internalNames().includes(output)) return true;
    return variablesIn('body', `{{${output}}}`).some((name) => PERSONAL.includes(name));
  }

  const internalNames = () => [...internal.values()];

  function slotOf(output: string, form: CampaignSlot['form']): string {
    const known = slots.find((slot) => slot.output === output && slot.form === form);
    if (known) return known.marker;
    const marker = `-${form.charAt(0)}${slots.length}${key}-`;
    slots.push({ marker, output, form });
    return marker;
  }

  const filled = (text: string, form: CampaignSlot['form']) =>
    text.replace(MARK, (_whole, index: string, close: string) => {
      const output = outputs[Number(index)] ?? '';
      if (close === CLOSE_IN_LINK)
        return isPersonal(output) ? slotOf(output, 'url') : valueOf(output, 'url', values);
      return isPersonal(output) ? slotOf(output, form) : valueOf(output, form, values);
    });

  return {
    slots,
    /** The text with a mark in each place that is filled in. @throws TemplateSyntaxError */
    mark: (source: string): string =>
      segmentsOf('body', source.replace(/[\ue000-\ue002]/g, ''))
        .map((segment) => {
          if ('text' in segment) return segment.text;
          outputs.push(segment.output);
          return `${OPEN}${outputs.length - 1}${CLOSE}`;
        })
        .join(''),
    /** A mark for what the platform fills in for each recipient; authors need not know the name. */
    personal(name: string): string {
      outputs.push(name);
      internal.set(outputs.length - 1, name);
      return `${OPEN}${outputs.length - 1}${CLOSE}`;
    },
    /** Whether a marked address begins with one of the store's that is set: the name of a recipient is not an address. */
    isOwnLink(url: string): boolean {
      const index = /^\ue000(\d+)\ue001[^\s<>"'\\]*$/.exec(url)?.[1];
      const name = outputs[Number(index)] ?? '';
      return OWN_LINKS.includes(name) && (PERSONAL.includes(name) || values[name] !== '');
    },
    /**
     * A marked address whose values are percent-encoded: a name with a blank or an `&` would end it, or begin another parameter.
     * An address of the store's that it begins with stays as it is.
     */
    link(url: string): string {
      const start = this.isOwnLink(url) ? url.indexOf(CLOSE) + 1 : 0;
      return url.slice(0, start) + url.slice(start).replaceAll(CLOSE, CLOSE_IN_LINK);
    },
    /** Markup whose marks are filled in, those of recipients by their markers. */
    html: (marked: string): string => filled(marked, 'html'),
    plain: (marked: string): string => filled(marked, 'plain'),
    line: (marked: string): string => filled(marked, 'line'),
    /** Names that were used and that nobody knows. */
    unknown: (): string[] =>
      [...new Set(outputs.flatMap((output) => variablesIn('body', `{{${output}}}`)))]
        .filter((name) => !Object.hasOwn(values, name) && !internalNames().includes(name))
        .sort(),
  };
}

export type CampaignSlots = ReturnType<typeof createCampaignSlots>;

/** What an output is for these values. */
export function valueOf(output: string, form: CampaignSlot['form'], values: Values): string {
  // A plain fill-in that is escaped as a whole: filters see the value as it is.
  const value = fillIn('subject', `{{${output}}}`, values);
  if (form === 'url') return isEncoded(output) ? value : linkPart(value);
  if (form === 'html') return escapeHtml(value);
  return form === 'line' ? value.replace(/[\u0000-\u001f\u007f\s]+/g, ' ') : value;
}
