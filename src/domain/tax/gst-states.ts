/**
 * States and union territories by their two-digit GST code, the first two characters of a GSTIN.
 * `25` and `28` are no longer issued (merged into `26`, replaced by `37`) but stand in registrations made before that.
 */
const states: Readonly<Record<string, string>> = {
  '01': 'Jammu and Kashmir',
  '02': 'Himachal Pradesh',
  '03': 'Punjab',
  '04': 'Chandigarh',
  '05': 'Uttarakhand',
  '06': 'Haryana',
  '07': 'Delhi',
  '08': 'Rajasthan',
  '09': 'Uttar Pradesh',
  '10': 'Bihar',
  '11': 'Sikkim',
  '12': 'Arunachal Pradesh',
  '13': 'Nagaland',
  '14': 'Manipur',
  '15': 'Mizoram',
  '16': 'Tripura',
  '17': 'Meghalaya',
  '18': 'Assam',
  '19': 'West Bengal',
  '20': 'Jharkhand',
  '21': 'Odisha',
  '22': 'Chhattisgarh',
  '23': 'Madhya Pradesh',
  '24': 'Gujarat',
  '25': 'Daman and Diu',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '27': 'Maharashtra',
  '28': 'Andhra Pradesh (before division)',
  '29': 'Karnataka',
  '30': 'Goa',
  '31': 'Lakshadweep',
  '32': 'Kerala',
  '33': 'Tamil Nadu',
  '34': 'Puducherry',
  '35': 'Andaman and Nicobar Islands',
  '36': 'Telangana',
  '37': 'Andhra Pradesh',
  '38': 'Ladakh',
  '97': 'Other Territory',
};

/** Code to name, in the order of the codes. */
export const gstStates: ReadonlyMap<string, string> = new Map(
  Object.entries(states).sort(([left], [right]) => left.localeCompare(right)),
);

// Territories without a legislature levy UTGST in place of SGST (UTGST Act 2017, section 1); Delhi, Puducherry and
// Jammu and Kashmir have one and levy SGST.
const withoutLegislature = new Set(['04', '25', '26', '31', '35', '38', '97']);

/** The name of a state by its GST code, `27` gives `Maharashtra`; undefined for a code that does not exist. */
export function gstStateName(code: string): string | undefined {
  return gstStates.get(code);
}

export function isGstStateCode(code: string): boolean {
  return gstStates.has(code);
}

/** Whether the second half of the tax on a supply within this territory is union territory tax. */
export function leviesUnionTerritoryTax(code: string): boolean {
  return withoutLegislature.has(code);
}
