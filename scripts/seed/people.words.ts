/** Where buyers live: city, GST code of its state, the first PIN codes of its districts, its streets. */
export interface City {
  city: string;
  stateCode: string;
  postalCodes: readonly string[];
  streets: readonly string[];
}

export const givenNames = [
  'Aarav', 'Aditi', 'Ananya', 'Arjun', 'Asha', 'Bhavna', 'Chitra', 'Deepak', 'Devika', 'Farhan', 'Gayatri', 'Harish',
  'Ishaan', 'Jaya', 'Kabir', 'Kavya', 'Lakshmi', 'Manish', 'Meera', 'Mohan', 'Nandini', 'Nikhil', 'Padma', 'Pranav',
  'Priya', 'Rahul', 'Rehana', 'Ritu', 'Rohan', 'Sanjay', 'Sara', 'Shalini', 'Suresh', 'Tanvi', 'Uma', 'Varun', 'Vidya',
  'Vikram', 'Yamini', 'Zoya',
]; // prettier-ignore

export const familyNames = [
  'Agarwal', 'Banerjee', 'Bhat', 'Chatterjee', 'D’Souza', 'Deshpande', 'Fernandes', 'Gupta', 'Hegde', 'Iyer', 'Jain',
  'Joshi', 'Kaur', 'Khan', 'Krishnan', 'Kulkarni', 'Menon', 'Mishra', 'Nair', 'Naidu', 'Patel', 'Pillai', 'Rao',
  'Reddy', 'Saxena', 'Sharma', 'Shetty', 'Singh', 'Subramaniam', 'Verma',
]; // prettier-ignore

export const cities: readonly City[] = [
  { city: 'Mumbai', stateCode: '27', postalCodes: ['400050', '400053', '400076'], streets: ['Hill Road', 'Link Road', 'Linking Road'] },
  { city: 'Pune', stateCode: '27', postalCodes: ['411004', '411038'], streets: ['Law College Road', 'Paud Road'] },
  { city: 'Bengaluru', stateCode: '29', postalCodes: ['560004', '560038', '560103'], streets: ['Kanakapura Road', '100 Feet Road', 'Sarjapur Road'] },
  { city: 'Chennai', stateCode: '33', postalCodes: ['600004', '600017'], streets: ['Luz Church Road', 'Usman Road'] },
  { city: 'Hyderabad', stateCode: '36', postalCodes: ['500034', '500081'], streets: ['Road No. 12', 'Hitec City Road'] },
  { city: 'New Delhi', stateCode: '07', postalCodes: ['110016', '110024'], streets: ['Aurobindo Marg', 'Ring Road'] },
  { city: 'Kolkata', stateCode: '19', postalCodes: ['700019', '700064'], streets: ['Gariahat Road', 'Third Avenue'] },
  { city: 'Kochi', stateCode: '32', postalCodes: ['682016', '682020'], streets: ['M. G. Road', 'Panampilly Avenue'] },
  { city: 'Ahmedabad', stateCode: '24', postalCodes: ['380009', '380015'], streets: ['C. G. Road', 'Satellite Road'] },
  { city: 'Jaipur', stateCode: '08', postalCodes: ['302001', '302017'], streets: ['Mirza Ismail Road', 'Jawahar Lal Nehru Marg'] },
  { city: 'Lucknow', stateCode: '09', postalCodes: ['226001', '226010'], streets: ['Hazratganj', 'Vibhuti Khand'] },
  { city: 'Guwahati', stateCode: '18', postalCodes: ['781005', '781007'], streets: ['G. S. Road', 'Zoo Road'] },
]; // prettier-ignore
