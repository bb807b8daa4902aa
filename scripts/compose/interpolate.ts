/** What stands between `${` and `}`: a name, and what to do when it has no value. */
export interface Reference {
  name: string;
  /** `-` a default, `?` refuse, `+` this in place of a value; with `:` an empty value counts as none. */
  operator: '' | '-' | ':-' | '?' | ':?' | '+' | ':+';
  word: string;
}

export interface Interpolated {
  text: string;
  /** Variables that have to have a value and have none. */
  missing: string[];
}

/** Replaces `${NAME}`, `${NAME:-default}` and the like as Docker Compose does, nested ones too. */
export function interpolate(text: string, values: Readonly<Record<string, string>>): Interpolated {
  const missing: string[] = [];
  const valueOf = ({ name, operator, word }: Reference): string => {
    const value = values[name];
    const given = operator.startsWith(':') ? Boolean(value) : value !== undefined;
    const inner = () => expand(word);
    if (operator.endsWith('-')) return given ? (value ?? '') : inner();
    if (operator.endsWith('+')) return given ? inner() : '';
    if (operator.endsWith('?') && !given) missing.push(name);
    return value ?? '';
  };
  const expand = (part: string): string =>
    pieces(part)
      .map((piece) => (typeof piece === 'string' ? piece : valueOf(piece)))
      .join('');
  return { text: expand(text), missing: [...new Set(missing)] };
}

/** Every reference in a text, those within others too. */
export function references(text: string): Reference[] {
  return pieces(text).flatMap((piece) =>
    typeof piece === 'string' ? [] : [piece, ...references(piece.word)],
  );
}

const START = /\$(?:(\$)|\{([A-Za-z_]\w*)(:?[-?+])?|([A-Za-z_]\w*))/g;

function pieces(text: string): (string | Reference)[] {
  const found: (string | Reference)[] = [];
  let from = 0;
  START.lastIndex = 0;
  for (let match = START.exec(text); match; match = START.exec(text)) {
    found.push(text.slice(from, match.index));
    const [all, dollar, braced, operator = '', bare] = match;
    from = match.index + all.length;
    if (dollar) found.push('$');
    else if (bare) found.push({ name: bare, operator: '', word: '' });
    else {
      const end = closing(text, from);
      found.push({
        name: braced ?? '',
        operator: operator as Reference['operator'],
        word: text.slice(from, end),
      });
      from = end + 1;
    }
    START.lastIndex = from;
  }
  return [...found, text.slice(from)];
}

function closing(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}' && (depth -= 1) === 0) return at;
  }
  return text.length;
}
