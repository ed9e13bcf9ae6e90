// Runs before every web test; W1 fills it.
export {};
