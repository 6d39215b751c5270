/**
 * A name as it is compared: upper and lower case, blanks around it and the way in which its accents are written make no difference
 * ("Écru" of one letter is "écru" of a letter and an accent).
 */
export const comparableText = (text: string): string => text.normalize("NFC").trim().toLowerCase();
