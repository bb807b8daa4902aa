/**
 * The two tables of docs/glossary.md as patterns. `words` holds for names: identifiers, stored statuses, names of drains,
 * spans, events and columns. `phrases` holds for texts: errors, logs, comments, documentation, `.env.example`.
 */
export const words: Record<string, string> = {
  wish: 'request, pending',
  wishes: 'requests',
  wished: 'requested',
  untold: 'unreported, unpublished',
  told: 'notified, published',
  tell: 'publish',
  living: 'active',
  revive: 'reinstate',
  revived: 'reinstated',
  reviving: 'reinstating',
  answer: 'response',
  answers: 'responses',
  knock: 'wake',
  knocks: 'wakes',
  patiently: 'with retry',
  patience: 'timeout',
  remembered: 'cached',
  leash: 'watchdog',
  stated: 'explicit',
  twin: 'duplicate',
  twins: 'duplicates',
  whoever: 'the role that does it',
  fact: 'payload',
  facts: 'details',
  hear: 'onPaid, subscribe',
  hears: 'subscribes',
  beat: 'heartbeat',
  heard: 'notified',
  news: 'event',
};

/** Whole names, and names that begin so. */
export const names: [pattern: RegExp, say: string][] = [
  [/^one$/, 'item'],
  [/^isTaken$/, 'isUniqueViolation'],
  [/^(heldRow|heldNow)$/, 'expectRow, currentPermissions'],
  [/^deleteSome$/, 'deleteBatch'],
  [/^giveUp$/, 'release'],
  [/^(shareOut|divideHalfUp|fitIn)$/, 'prorate, roundHalfUp, cap'],
  [/^itsEnd$/, 'expiry'],
  // Notes of operators are a noun: noteSchema, noteListQuery.
  [/^note(?!(Schema|Input|ListQuery|Response|OnOrder)$)[A-Z]\w*$/, 'appendToTimeline'],
  [/^MOST_/, 'MAX_'],
  [/^(ours|isOurs)$/, 'local, isOwn'],
  [/^without(Nothing|None)$/, 'dropZeroAmounts'],
  [/^(order_?vendor|OrderVendor|order_?part|OrderPart|partOf[A-Z])\w*$/, 'subOrder'],
];

export const phrases: [pattern: RegExp, say: string][] = [
  [/\bwhoever\b/i, 'name the role: the buyer, the reader, the caller'],
  [/\b(wish(es|ed)?|untold|knocks?|leash|patiently)\b/i, 'request; unreported; wake; watchdog; with retry'],
  [/\b(tells?|told) of\b/i, 'describes, announces, notified'],
  [
    /\bof (its|their) own(?=[.,;:)]|$| (and|or|at|that|which|with|beside|as|because|so|while)\b)/i,
    'its own …, a separate …',
  ],
  [/(?<!there )\b(is|are) none\b(?! other)/i, 'is not a valid …; is invalid'],
  [/\bof (before|now)\b(?! (the|that|it|this)\b)/i, 'earlier, former; current'],
  [/\bof the dead\b/i, 'orphaned'],
  [/\bagain and again\b/i, 'repeatedly'],
  [/\bread over\b/i, 'skipped, ignored'],
  [/\bis there twice\b/i, 'must be unique'],
  [/\bnames no (field|user|order|row|product|variant)\b/i, 'not found; unknown field'],
  [/\bis no field of\b/i, 'unknown field'],
  [/\bto its end before it\b/i, 'completely'],
  [/\bbroke off\b/i, 'was interrupted'],
  [/\bon our side\b/i, 'internal error'],
  [/\bas many .{1,30} as (it|one) may\b/i, 'too many …'],
  [/\bis not kept any more\b/i, 'has been deleted'],
  [/\b(hears|heard) of\b/i, 'is notified of'],
  [/\bremembered\b/i, 'cached, kept'],
];

/** Names and texts that stay as they are: `file` or `*`, the text, and why. At most 40. */
export const exceptions: [file: string, text: string, reason: string][] = [
  ['*', 'CHECK_ANSWERS', 'a variable of the environment that installations set'],
  ['*', 'noteOf', 'the note of a credit note, a noun'],
  ['src/db/kernel/idempotency.ts', 'answer', 'a column'],
  ['*', 'partOfOrder', 'a property of schema.org'],
  ['src/domain/mail/mail.settings.ts', 'patience_hours', 'the key of a setting'],
  ['src/domain/mail/templates/order-variables.ts', 'order_vendor_id', 'a documented variable of templates'],
  [
    'src/integrations/mail/mail-styles.ts',
    'table.facts',
    'a class of the mails, as stored templates name it',
  ],
  ['src/integrations/mail/mail-body.ts', 'facts', 'the same class'],
];
