export interface Place {
  city: string
  state: string
  zip: string
  latitude: number
  longitude: number
  lata: string
}

const place = (city: string, state: string, zip: string, latitude: number, longitude: number, lata: string): Place => ({
  city,
  state,
  zip,
  latitude,
  longitude,
  lata,
})

/** The towns behind the area codes people try first; a number elsewhere has no place, as with the real carrier. */
export const PLACES: Record<string, Place> = {
  '202': place('Washington', 'DC', '20001', 38.91, -77.02, '236'),
  '206': place('Seattle', 'WA', '98101', 47.61, -122.33, '674'),
  '207': place('Portland', 'ME', '04101', 43.66, -70.26, '120'),
  '212': place('New York', 'NY', '10001', 40.75, -73.99, '132'),
  '213': place('Los Angeles', 'CA', '90012', 34.05, -118.24, '730'),
  '214': place('Dallas', 'TX', '75201', 32.78, -96.8, '552'),
  '215': place('Philadelphia', 'PA', '19102', 39.95, -75.17, '228'),
  '216': place('Cleveland', 'OH', '44113', 41.5, -81.69, '320'),
  '303': place('Denver', 'CO', '80202', 39.74, -104.99, '656'),
  '305': place('Miami', 'FL', '33130', 25.77, -80.19, '460'),
  '312': place('Chicago', 'IL', '60601', 41.88, -87.63, '358'),
  '313': place('Detroit', 'MI', '48226', 42.33, -83.05, '340'),
  '404': place('Atlanta', 'GA', '30303', 33.75, -84.39, '438'),
  '408': place('San Jose', 'CA', '95113', 37.34, -121.89, '722'),
  '415': place('San Francisco', 'CA', '94103', 37.77, -122.42, '722'),
  '503': place('Portland', 'OR', '97204', 45.52, -122.68, '672'),
  '512': place('Austin', 'TX', '78701', 30.27, -97.74, '558'),
  '602': place('Phoenix', 'AZ', '85004', 33.45, -112.07, '666'),
  '612': place('Minneapolis', 'MN', '55401', 44.98, -93.27, '628'),
  '615': place('Nashville', 'TN', '37201', 36.16, -86.78, '470'),
  '617': place('Boston', 'MA', '02108', 42.36, -71.06, '128'),
  '619': place('San Diego', 'CA', '92101', 32.72, -117.16, '732'),
  '702': place('Las Vegas', 'NV', '89101', 36.17, -115.14, '721'),
  '704': place('Charlotte', 'NC', '28202', 35.23, -80.84, '422'),
  '713': place('Houston', 'TX', '77002', 29.76, -95.37, '560'),
  '801': place('Salt Lake City', 'UT', '84101', 40.76, -111.89, '660'),
  '808': place('Honolulu', 'HI', '96813', 21.31, -157.86, '834'),
  '813': place('Tampa', 'FL', '33602', 27.95, -82.46, '952'),
  '919': place('Raleigh', 'NC', '27601', 35.78, -78.64, '426'),
}

export const placeOf = (e164: string): Place | undefined =>
  e164.startsWith('+1') ? PLACES[e164.slice(2, 5)] : undefined
