// Map units: each map of an event has this size, whatever its picture.
export const mapWidth = 1024
export const mapHeight = 768
