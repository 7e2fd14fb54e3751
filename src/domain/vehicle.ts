// Makes and models of cars that a club offers to choose from.

export interface Make {
  id: number
  label: string
}

export interface Model {
  id: number
  label: string
}
