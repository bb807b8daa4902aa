/** The aggregator writes India local time, with `Z` or without any zone; an explicit offset is taken at its word. */
const LOCAL = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(\.\d+)?Z?$/;

/** The instant of a scan, or null for what is no time. */
export function scanTime(text: string | null | undefined): Date | null {
  const trimmed = text?.trim();
  if (!trimmed) return null;
  const local = LOCAL.exec(trimmed);
  const [, day, minute, second = ':00', fraction = ''] = local ?? [];
  const at = new Date(local ? `${day}T${minute}${second}${fraction.slice(0, 4)}+05:30` : trimmed);
  return Number.isNaN(at.getTime()) ? null : at;
}
