/**
 * The states of a PIN code by its first two digits, where three say no better. Regions of the post run across borders
 * here and there, so a prefix names every state that has addresses under it. The army's (9) may be anywhere.
 */
const statesOf: Readonly<Record<string, string>> = {
  '11': '07',
  '12': '06',
  '13': '06 04',
  '14': '03 04',
  '15': '03',
  '16': '04 03 06',
  '17': '02',
  '18': '01 38',
  '19': '01 38',
  '20': '09 05',
  '21': '09',
  '22': '09',
  '23': '09',
  '24': '09 05',
  '25': '09 05',
  '26': '09 05',
  '27': '09',
  '28': '09',
  '30': '08',
  '31': '08',
  '32': '08',
  '33': '08',
  '34': '08',
  '36': '24 25 26',
  '37': '24',
  '38': '24',
  '39': '24 25 26',
  '40': '27',
  '41': '27',
  '42': '27',
  '43': '27',
  '44': '27',
  '45': '23',
  '46': '23',
  '47': '23',
  '48': '23',
  '49': '22',
  '50': '36 37 28',
  '51': '37 28',
  '52': '37 28',
  '53': '37 28 34',
  '56': '29',
  '57': '29',
  '58': '29',
  '59': '29',
  '60': '33 34',
  '61': '33 34',
  '62': '33',
  '63': '33',
  '64': '33',
  '67': '32 34',
  '68': '32 31',
  '69': '32',
  '70': '19',
  '71': '19',
  '72': '19',
  '73': '19 11',
  '74': '19 35',
  '75': '21',
  '76': '21',
  '77': '21',
  '78': '18 17 12',
  '79': '12 13 14 15 16 17 18',
  '80': '10 20',
  '81': '10 20',
  '82': '10 20',
  '83': '20 10',
  '84': '10',
  '85': '10 20',
  // Goa lies within the region of Maharashtra.
  '403': '30',
};

/** A code that says nothing of a place: "Other Territory". */
const ANYWHERE = '97';

/**
 * Whether a PIN code can be of a state, by its GST code. The state decides whether tax is charged as IGST or as CGST and
 * SGST, so that a wrong one is a wrong tax. A prefix that is not known fits every state.
 */
export function pinCodeFits(pinCode: string, stateCode: string): boolean {
  const states = statesOf[pinCode.slice(0, 3)] ?? statesOf[pinCode.slice(0, 2)];
  return states === undefined || stateCode === ANYWHERE || states.split(' ').includes(stateCode);
}
