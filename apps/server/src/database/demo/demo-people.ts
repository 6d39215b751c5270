// prettier-ignore
export const FIRST_NAMES = [
  "Karen", "Tom", "Luis", "Priya", "Harold", "Beth", "Ellen", "Nikolai", "Ana", "Amy", "Devon", "Ruth", "Sam", "Teresa",
  "Angela", "Brian", "Carla", "Derek", "Elena", "Frank", "Gloria", "Hassan", "Irene", "Jerome", "Kathleen", "Leon",
  "Maria", "Nathan", "Olivia", "Patrick", "Quinn", "Rosa", "Steven", "Tamika", "Ursula", "Victor", "Wendy", "Xavier",
  "Yolanda", "Zachary", "Alice", "Bernard", "Cynthia", "Douglas", "Erin", "Felix", "Greta", "Hector", "Imani", "Joan",
  "Keith", "Lorraine", "Mei", "Nora", "Omar", "Pamela", "Raymond", "Sheila", "Terrence", "Vivian", "Walter", "Yusuf",
  "Anthony", "Brenda", "Curtis", "Diane", "Eduardo", "Faith", "George", "Heather", "Ivan", "Joyce", "Kurt", "Linda",
  "Miguel", "Nancy", "Oscar", "Paula", "Roger", "Sandra",
] as const;

// prettier-ignore
export const LAST_NAMES = [
  "Whitfield", "Ortega", "Raman", "Jensen", "Sandoval", "Brandt", "Petrov", "Kowalski", "Price", "Miller", "Okafor",
  "Vang", "Abbott", "Bauer", "Castellano", "Dykstra", "Eastman", "Ferrante", "Gallagher", "Hoekstra", "Ibarra",
  "Jankowski", "Kessler", "Lombardi", "Maddox", "Navarro", "Osborne", "Pruitt", "Quigley", "Rasmussen", "Santoro",
  "Thackeray", "Underwood", "Vandenberg", "Wexler", "Yoder", "Zimmerman", "Alvarez", "Barlow", "Carmichael", "Dunham",
  "Ellsworth", "Fitch", "Granger", "Hollis", "Ingram", "Jarvis", "Khan", "Larsen", "McKenna", "Nguyen", "O'Brien",
  "Patel", "Reyes", "Stroud", "Tran", "Upton", "VanderMolen", "Washington", "Young", "Adeyemi", "Becker", "Chowdhury",
  "DeVries", "Esposito", "Fletcher", "Goldberg", "Huang", "Iverson", "Johansson", "Kaplan", "Lindgren", "Moreno",
  "Novak", "Olsen", "Park", "Rosario", "Schmidt", "Torres", "Villanueva", "Walsh", "Zielinski",
] as const;

export const COMPANY_ENDINGS = [
  "Rentals LLC",
  "& Sons Property",
  "Properties",
  "Family Dental",
  "Auto Care",
  "Realty",
] as const;

// prettier-ignore
export const ORGANIZATIONS = [
  "Grace Lutheran Church", "Lakeside Condominiums", "Maple Court Apartments", "Prairie Montessori School",
  "Twin Pines Golf Club", "Harbor Pointe Marina", "Oakwood Senior Living", "Ridgeline Veterinary Clinic",
] as const;

export const NOTES = [
  "Missing shingles on the north side after the storm.",
  "Wants to compare two shingle colors in daylight.",
  "Gutters overflow at the back corner. Two downspouts are loose.",
  "Insurance claim open; the adjuster comes first.",
  "Dog in the yard, please call from the driveway.",
  "Asked for financing over 60 months.",
  "Second floor windows do not close well. Drafty in winter.",
  "Prefers a call after 4 pm.",
  "Ice dams every winter above the porch.",
  "Neighbor of a former customer.",
  "Vinyl siding faded on the south wall; would like board and batten at the gable.",
  "Sells the house in summer, wants a quick start.",
] as const;
